// The way of a command to its gateway: on its line here, or by an external broker; in its dialect, and with numbers as it writes them.

import { type Command, messageOf } from '../../commands/command.ts';
import type { ResolveRoute } from '../../commands/queue.ts';
import type { Config } from '../../config.ts';
import type { Guest } from './deviceSession.ts';
import type { RemoteGuests } from './externalBrokerSessions.ts';
import { sayInDialect } from './openDtuAdapter.ts';

type Spelling = Pick<Guest, 'sn' | 'spelled' | 'spellings'>;

export interface WayToGateways {
  resolveRoute: ResolveRoute;
  /** One of a plant behind the external broker speaks OpenDTU's topics. */
  speaksDialect(sn: string): void;
  /** One behind the external broker wrote its number so. */
  wrote(guest: Guest): void;
}

interface Parts {
  /** On the line here, by number. */
  guests: ReadonlyMap<string, Guest>;
  remote: RemoteGuests;
  /** With the portal's address, in what is told of files. */
  config: Pick<Config, 'publicUrl'>;
}

export function openWayToGateways({ guests, remote, config }: Parts): WayToGateways {
  const inDialect = new Set<string>();
  /** Those elsewhere that write numbers otherwise than the portal does. */
  const otherwise = new Map<string, Spelling>();

  /** A command names its device as its gateway does. */
  function inItsWords({ sn, spelled, spellings }: Spelling, command: Command): string {
    const device = command.sn === sn ? spelled : (spellings.get(command.sn) ?? command.sn);
    return messageOf(command, config.publicUrl, device);
  }

  return {
    resolveRoute({ sid, sn }) {
      const guest = guests.get(sn);
      if (guest?.sid === sid && guest.hearsCommands)
        return (command) => guest.link.send(`hg/${guest.spelled}/down/command`, inItsWords(guest, command));
      if (guest?.sid === sid && guest.hearsDialect)
        return (command) => sayInDialect(guest.spelled, command, (path, text) => guest.link.send(path, text));
      if (guest || !remote.isOpen()) return undefined;
      const its = otherwise.get(sn) ?? { sn, spelled: sn, spellings: new Map() };
      return (command) => {
        if (inDialect.has(sn)) sayInDialect(its.spelled, command, remote.publish);
        else remote.publish(`hg/${its.spelled}/down/command`, inItsWords(its, command));
      };
    },
    speaksDialect(sn) {
      inDialect.add(sn);
    },
    wrote(guest) {
      if (guest.spelled !== guest.sn || guest.spellings.size > 0) otherwise.set(guest.sn, guest);
      else otherwise.delete(guest.sn);
    },
  };
}

// Routes commands to gateways: over a connection of this server or an external broker, in the protocol and spelling of each gateway.
import { type Command, messageOf } from '../../commands/command.ts';
import type { ResolveRoute } from '../../commands/queue.ts';
import type { Config } from '../../config.ts';
import type { DeviceSession } from './deviceSession.ts';
import type { ExternalSessions } from './externalBrokerSessions.ts';
import { sendOpenDtuCommand } from './openDtuAdapter.ts';

type Spelling = Pick<DeviceSession, 'sn' | 'spelling' | 'childSpellings'>;

export interface CommandRouting {
  resolveRoute: ResolveRoute;
  /** Routes commands for a gateway behind the external broker to OpenDTU's topics. */
  useOpenDtu(sn: string): void;
  /** Remembers the spelling of a gateway behind the external broker. */
  rememberSpelling(session: Spelling): void;
}

interface Dependencies {
  /** Sessions of this server's own endpoint, by serial number. */
  sessions: ReadonlyMap<string, DeviceSession>;
  external: Pick<ExternalSessions, 'isConnected' | 'publish'>;
  /** The portal's address, used in links to files. */
  config: Pick<Config, 'publicUrl'>;
}

export function createCommandRouting({ sessions, external, config }: Dependencies): CommandRouting {
  const openDtuGateways = new Set<string>();
  /** Gateways behind the external broker that spell serial numbers differently from the portal. */
  const spellings = new Map<string, Spelling>();

  /** Names the device in its gateway's spelling. */
  function commandMessage({ sn, spelling, childSpellings }: Spelling, command: Command): string {
    const device = command.sn === sn ? spelling : (childSpellings.get(command.sn) ?? command.sn);
    return messageOf(command, config.publicUrl, device);
  }

  return {
    resolveRoute({ sid, sn }) {
      const session = sessions.get(sn);
      if (session?.sid === sid && session.isSubscribedToCommands)
        return (command) => session.link.send(`hg/${session.spelling}/down/command`, commandMessage(session, command));
      if (session?.sid === sid && session.isSubscribedToOpenDtuCommands)
        return (command) =>
          sendOpenDtuCommand(session.spelling, command, (topic, text) => session.link.send(topic, text));
      if (session || !external.isConnected()) return undefined;
      const gateway = spellings.get(sn) ?? { sn, spelling: sn, childSpellings: new Map() };
      return (command) => {
        if (openDtuGateways.has(sn)) sendOpenDtuCommand(gateway.spelling, command, external.publish);
        else external.publish(`hg/${gateway.spelling}/down/command`, commandMessage(gateway, command));
      };
    },
    useOpenDtu(sn) {
      openDtuGateways.add(sn);
    },
    rememberSpelling(session) {
      if (session.spelling !== session.sn || session.childSpellings.size > 0) spellings.set(session.sn, session);
      else spellings.delete(session.sn);
    },
  };
}

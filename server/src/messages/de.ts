// The server's words in German.
import type { Messages } from './en.ts';

const CALL_SERVICE = 'Wenden Sie sich an den Kundendienst, wenn der Zustand länger als 1 Stunde anhält.';

export const de: Messages = {
  success: 'Erfolgreich',
  refusals: {
    badRequest: 'Die Anfrage stimmt nicht: {field} ({reason}).',
    unauthorized: 'Die Anmeldung ist abgelaufen, bitte melden Sie sich erneut an',
    forbidden: 'Dazu sind Sie nicht berechtigt.',
    notFound: 'Diese Adresse gibt es nicht.',
    fault: 'Bei uns ist etwas fehlgeschlagen. Es wurde protokolliert. Bitte versuchen Sie es später noch einmal.',
    maintenance: 'Die Website wird gerade gewartet, bitte versuchen Sie es später noch einmal',
    wrongCredentials: 'Konto oder Passwort ist falsch.',
    tooManyRequests: 'Zu viele Versuche. Bitte warten Sie {seconds} s und versuchen Sie es noch einmal.',
    accountFrozen: 'Dieses Konto ist gesperrt. Bitte fragen Sie die Firma, die es verwaltet.',
    wrongPassword: 'Das alte Passwort ist falsch.',
    samePassword: 'Das neue Passwort ist dasselbe wie das alte.',
    noSuchSession: 'Diese Sitzung ist schon beendet.',
    noSuchSite: 'Diese Anlage gibt es nicht, oder Sie dürfen sie nicht sehen.',
    noSuchDevice: 'Dieses Gerät gibt es nicht, oder Sie dürfen es nicht sehen.',
    noSuchProduct: 'Bitte geben Sie an, welches Produkt {sn} ist.',
    noSuchUser: 'Es gibt kein Konto {email}, das Sie wählen können.',
    serialNumberTaken:
      'Prüfung fehlgeschlagen, bitte kontrollieren und erneut versuchen! ({sn}: schon in einer Ihrer Anlagen, die sie zuerst freigeben muss)',
    serialNumberFailed: 'Prüfung fehlgeschlagen, bitte kontrollieren und erneut versuchen! ({sn})',
    serialNumberRepeated:
      'Prüfung fehlgeschlagen, bitte kontrollieren und erneut versuchen! ({sn}: steht zweimal in der Liste)',
    unknownTimezone: '{value} ist keine Zeitzone.',
    unknownCountry: '{value} ist kein Ländercode.',
    unknownCurrency: '{value} ist kein Währungscode.',
    rangeTooLong: 'Der Zeitraum ist zu lang: höchstens {days} Tage.',
    timeReversed: 'Die gewählte Zeit darf nicht vor dem Ende der vorherigen liegen',
    keyReused: 'Dieser Schlüssel wurde schon für eine andere Anfrage benutzt.',
    siteHasChanged: 'Inzwischen hat jemand anderes diese Anlage geändert. Bitte laden Sie sie neu.',
    setupLinkUsed: 'Dieser Einrichtungslink ist falsch oder wurde schon benutzt.',
    noSuchCompany: 'Diese Firma gibt es nicht.',
    siteReadOnly:
      'Sie dürfen diese Anlage ansehen. Ändern können sie nur ihr Eigentümer und die Firma, die sie betreut.',
    passwordCommon: 'Dieses Passwort gehört zu den 10.000 häufigsten. Bitte ein anderes wählen.',
    passwordIsAccount: 'Das Passwort darf nicht die E-Mail-Adresse des Kontos oder ihr Teil vor dem @ sein.',
    passwordIsProduct: 'Das Passwort darf nicht der Name dieses Portals sein.',
    tooManyChanges:
      'Zu viele Ihrer Änderungen laufen noch. Bitte warten Sie, bis sie fertig sind, und versuchen Sie es noch einmal.',
    tookTooLong: 'Das hat zu lange gedauert, es wurde nichts geändert. Bitte versuchen Sie es noch einmal.',
  },
  status: {
    online: 'Online',
    offline: 'Offline',
    alert: 'Alarm',
    uncommissioned: 'Nicht in Betrieb genommen',
    notRegistered: 'Nicht registriert',
  },
  ages: {
    justNow: 'Gerade eben',
    minute: 'Vor 1 Minute',
    minutes: 'Vor {n} Minuten',
    hour: 'Vor 1 Stunde',
    hours: 'Vor {n} Stunden',
    day: 'Vor 1 Tag',
    days: 'Vor {n} Tagen',
    never: 'Nie',
  },
  noAlert: 'OK',
  errors: {
    '0001': {
      title: 'DC-Überspannung',
      explanation: 'Prüfen Sie, ob das Modul zum Mikrowechselrichter passt.',
    },
    '0002': {
      title: 'DC-Unterspannung',
      explanation: 'Das kann morgens, nachts oder an regnerischen und bewölkten Tagen vorkommen.',
    },
    '0004': { title: 'Sofortschutz', explanation: CALL_SERVICE },
    '0008': {
      title: 'Überspannung im Wechselrichter',
      explanation:
        'Die Spannung im Wechselrichter war zu hoch, und er hat sich zum Schutz abgeschaltet. Er startet von selbst wieder; wenden Sie sich an den Kundendienst, wenn es an mehreren Tagen vorkommt.',
    },
    '0010': { title: 'Überfrequenz', explanation: CALL_SERVICE },
    '0020': { title: 'Unterfrequenz', explanation: CALL_SERVICE },
    '0040': {
      title: 'AC-Überspannung (Effektivwert)',
      explanation:
        'Die Netzspannung liegt über dem zulässigen Wert. Oft ist das Kabel zum Zähler lang oder dünn, oder mittags speisen viele Anlagen in der Nähe ein. Kommt es wieder vor, sollte eine Elektrofachkraft die Spannung am Wechselrichter messen.',
    },
    '0080': {
      title: 'AC-Unterspannung (Effektivwert)',
      explanation:
        'Die Netzspannung liegt unter dem zulässigen Wert. Prüfen Sie die Sicherung und den AC-Anschluss; sind diese in Ordnung, ist der Netzbetreiber zuständig.',
    },
    '0100': {
      title: 'AC-Überspannung (Spitze)',
      explanation:
        'Kurze Spannungsspitzen im Netz, oft vom Schalten großer Lasten in der Nähe. Einzelne sind harmlos; sind sie häufig, lassen Sie die Netzspannung aufzeichnen.',
    },
    '0200': {
      title: 'AC-Überstrom (Effektivwert)',
      explanation:
        'Der Ausgangsstrom lag über seiner Grenze. Der Wechselrichter begrenzt sich selbst; kommt es bei voller Sonne wieder vor, prüfen Sie Zahl und Leistung der Module.',
    },
    '0400': {
      title: 'AC-Überstrom (Spitze)',
      explanation:
        'Eine kurze Stromspitze, oft durch eine Störung im Netz oder einen losen AC-Stecker. Prüfen Sie die Stecker des AC-Kabels, wenn es wieder vorkommt.',
    },
    '0800': {
      title: 'Übertemperatur',
      explanation:
        'Der Wechselrichter ist zu heiß und liefert weniger Leistung. Sorgen Sie dafür, dass Luft um ihn strömen kann und die Sonne nicht auf ihn scheint.',
    },
    '1000': {
      title: 'ADC-Fehler',
      explanation:
        'Der Wechselrichter kann nicht zuverlässig messen. Schalten Sie seine AC-Seite eine Minute lang ab; bleibt der Fehler, muss er ersetzt werden.',
    },
    '2000': {
      title: 'Erdschlussanzeige (GFDI)',
      explanation:
        'Von der Modulseite fließt Strom zur Erde. Das kann gefährlich sein: Halten Sie sich von Modulrahmen und Kabeln fern und lassen Sie die Isolation von einer Elektrofachkraft prüfen, vor allem nach Regen.',
    },
    '4000': {
      title: 'Relaisfehler',
      explanation:
        'Das Relais zum Netz hat nicht richtig geschaltet (nur einige Modelle). Schalten Sie die AC-Seite eine Minute lang ab; bleibt der Fehler, muss der Wechselrichter ersetzt werden.',
    },
    '8000': { title: 'PLC-Kommunikationsfehler', explanation: CALL_SERVICE },
  },
  silence: {
    title: 'Keine Daten',
    explanation:
      'Das Gerät hat drei Meldungen ausgelassen, obwohl die Sonne am Himmel steht. Prüfen Sie seine Stromversorgung und das WLAN an seinem Platz.',
  },
  sources: {
    secondSource: {
      title: 'Eine zweite Quelle für {sn}',
      explanation:
        '{sn} meldet gewöhnlich von {usual}. Zugleich kommen Meldungen mit dieser Nummer von {other}. Gehört dieser Anschluss nicht zur Anlage, nennen Sie in ihren Einstellungen die erlaubten Quellen: Meldungen von anderswo werden dann abgewiesen.',
    },
    foreignSource: {
      title: 'Meldungen für {sn} wurden abgewiesen',
      explanation:
        'Meldungen mit der Nummer {sn} kamen von {other}. Das gehört nicht zu den erlaubten Quellen dieser Anlage. Hat die Anlage einen neuen Anschluss, tragen Sie ihn in ihren Einstellungen ein.',
    },
    guest: 'Meldungen mit der Nummer {sn} kommen von mehr als einem Ort. Wer die Anlage verwaltet, sieht, von wo.',
  },
};

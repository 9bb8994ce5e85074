import type { LevelCode } from '../../entities.ts';

/** What a scan level does, for somebody who has to choose one. */
export const levelNotes: Record<LevelCode, string> = {
  lightning:
    'A quick look from outside at encryption, security headers and cookies. Takes a minute or two and sends nothing unusual.',
  safe: 'Looks for every kind of vulnerability by only reading pages: it sends no forms and changes nothing. Right for a website that is in use.',
  normal:
    'Also fills in and sends forms, as an attacker would. That may leave test entries and send emails: choose quiet hours.',
  full: 'Like Normal with many more attempts at each place. Takes the longest, so let it run on a copy of the website or at night.',
  log4shell: 'Looks only for the Log4j vulnerability. It writes its test text into forms too.',
  sandbox_lightning: 'The quick look at a website in a test environment, over within a minute.',
  sandbox_normal:
    'A short scan with forms for a website in a test environment, where entries and emails bother no one.',
};

/** What somebody agrees to before scans send forms. */
export const formsConsent =
  'Scans may send forms of this website, which can create entries and emails. There is a copy of its data, or I have set quiet hours.';

/** What a work email address says about its owner and the company; empty where it says nothing for certain. */
export type AddressGuess = { companyName: string; companyUrl: string; firstName: string; lastName: string };

const nothing: AddressGuess = { companyName: '', companyUrl: '', firstName: '', lastName: '' };

/** Names under which everybody can have an address: they say nothing about a company. */
const mailProviders = new Set(
  [
    'gmail googlemail outlook hotmail live msn passport yahoo ymail rocketmail aol aim icloud me mac proton protonmail pm gmx web mail',
    'email zoho yandex fastmail hey tutanota tuta comcast verizon att sbcglobal bellsouth cox charter spectrum earthlink juno netzero',
    'optonline frontier frontiernet windstream centurylink qq 163 126 sina rediffmail libero free orange laposte t-online btinternet',
    'duck mozmail relay',
  ].flatMap((line) => line.split(' ')),
);
/** Second levels that are part of the suffix, as in co.uk. */
const registries = new Set(['co', 'com', 'org', 'net', 'ac', 'gov', 'edu', 'ltd', 'plc']);
/** Hosts of the mail itself. */
const mailHosts = new Set(['mail', 'email', 'smtp', 'mx']);

const capital = (word: string): string => `${word.slice(0, 1).toLocaleUpperCase('en-US')}${word.slice(1)}`;
const words = (text: string, separator: RegExp): string[] =>
  text.split(separator).filter((word) => word !== '');

/** `anne-marie.o.vance@…` names nobody for certain; `ada.marsh@…` does. */
function personOf(local: string): Pick<AddressGuess, 'firstName' | 'lastName'> {
  const parts = words(local.split('+', 1)[0]!.toLowerCase(), /[._]/);
  const isName =
    parts.length === 2 && parts.every((part) => part.split('-').every((name) => /^\p{L}{2,}$/u.test(name)));
  if (!isName) return { firstName: '', lastName: '' };
  const [firstName, lastName] = parts.map((part) => part.split('-').map(capital).join('-'));
  return { firstName: firstName!, lastName: lastName! };
}

function companyOf(domain: string): Pick<AddressGuess, 'companyName' | 'companyUrl'> {
  const labels = domain.toLowerCase().split('.');
  if (labels.length < 2 || labels.some((label) => !/^[\p{L}\d](?:[\p{L}\d-]*[\p{L}\d])?$/u.test(label)))
    return { companyName: '', companyUrl: '' };
  const suffix = labels.length > 2 && labels.at(-1)!.length === 2 && registries.has(labels.at(-2)!) ? 2 : 1;
  const own = labels.length > suffix + 1 && mailHosts.has(labels[0]!) ? labels.slice(1) : labels;
  const name = own.at(-suffix - 1)!;
  if (mailProviders.has(name)) return { companyName: '', companyUrl: '' };
  const spelled = name.startsWith('xn--') ? '' : words(name, /-/).map(capital).join(' ');
  return { companyName: spelled, companyUrl: own.join('.') };
}

/** What to propose to somebody who signed up with this address. They see it in the fields and change what is wrong. */
export function guessFromAddress(email: string): AddressGuess {
  const at = email.lastIndexOf('@');
  return at < 1 ? nothing : { ...companyOf(email.slice(at + 1)), ...personOf(email.slice(0, at)) };
}

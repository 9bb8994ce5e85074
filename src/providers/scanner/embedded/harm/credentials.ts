import { isOperation, pairDoes } from './addresses.ts';
import { saysOperation, saysSwitch, wordsOf } from './words.ts';
import type { PageForm } from '#probes/web/form.ts';

/** Tells what sending a form or making a call would mean for accounts: by its method, address, fields and what it says of itself. */

export type Field = { name: string; type?: string; value?: string; autocomplete?: string };

export type Sending = {
  method: string;
  url: URL;
  fields: readonly Field[];
  /** Heading, labels and the like; a summary of a described call. */
  about?: string;
  buttons?: readonly string[];
  /** It is a form that a page shows, so that its labels say everything. */
  isForm?: boolean;
};

export type Meaning = 'operation' | 'credentials' | 'sign-up' | 'sign-in' | null;

const joined = (text: string): string => ` ${wordsOf(text).join(' ')} `;

const leafOf = (name: string) =>
  name
    .replace(/\]$/, '')
    .split(/[.[\]]+/)
    .at(-1)!;

const secretWord =
  / (?:passwords?|passwd|passphrase|passwort|kennwort|contraseña|contrasena|mot de passe|motdepasse|mdp|senha|wachtwoord|hasło|haslo|lösenord|losenord|salasana|heslo|jelszó|parola|пароль|密码|パスワード) /;
const secretName =
  /^(?:(?:user|login|usr|new|old|current|cur|my|account|admin|confirm|re|repeat|retype|verify|auth)[\s_-]?)?(?:pass|pwd|passwd|pw|psw|pswd|passcode)(?:[\s_-]?(?:1|2|new|old|current|conf|confirm|confirmation|again|word|repeat))?$/i;

const isSecretField = ({ name, type, autocomplete }: Field): boolean => {
  if (type === 'password' || /(?:^|\s)(?:new|current)-password(?:\s|$)/.test(autocomplete ?? '')) return true;
  const leaf = leafOf(name);
  return (
    secretName.test(leaf) ||
    secretWord.test(joined(leaf)) ||
    /(?:password|passwd|passwort|kennwort)/i.test(leaf)
  );
};

const isNewName = (name: string) =>
  / (?:new|neu|neues|nuevo|nueva|nouveau|novo|nova|nieuw|nowe|change|changed|confirm|conf|confirmation|repeat|retype|again|old|current|cur|existing|altes|aktuelles|actual|actuel|actuelle) /.test(
    joined(name),
  ) || /(?:new|old|current|conf(?:irm)?)(?:pass|pw)|pass(?:word)?(?:new|old|conf)/i.test(name);
const isOldName = (name: string) =>
  / (?:old|current|cur|existing|altes|aktuelles|actual|actuel|actuelle|original) /.test(joined(name)) ||
  /(?:old|current|cur)_?pass/i.test(name);

const identityName =
  /user|mail|login|account|^name$|^uid$|^id$|^u$|benutzer|usuario|utilisateur|identif|phone|handle/i;
const isShown = ({ type }: Field) =>
  type === undefined || !/^(?:hidden|submit|button|image|reset)$/.test(type);

const signInWords =
  / (?:log ?in|sign ?in|logon|log on|session|sessions|auth|authenticate|authentication|token|oauth|anmelden|einloggen|connexion|iniciar sesión|acceder|accedi|inloggen|entrar|zaloguj) /;
const signUpWords =
  / (?:register|registers|registration|registrations|sign ?up|signups?|join|create (?:an? |your |new )*(?:user|account)|new (?:user|account|customer|member)|registrieren|registrierung|konto erstellen|inscription|inscrire|registrarse|registro|crear cuenta|registrati|registreren|cadastro|cadastrar|rejestracja) /;
const changeWords =
  / (?:change|changes|changed|reset|resets|update|updates|set|sets|edit|modify|forgot|recover|recovery|new|choose|ändern|aendern|andern|zurücksetzen|cambiar|restablecer|changer|modifier|réinitialiser|cambia|wijzigen|alterar|zmień) /;
const accountWords =
  / (?:account|accounts|profile|profiles|settings|preferences|user|users|me|my|member|members|security|konto|profil|compte|cuenta|perfil) /;
const mailWords = / (?:e mail|email|mail|emails) /;
const factorWords =
  / (?:2fa|mfa|totp|otp|two factor|twofactor|two step|2 step|second factor|multi factor|multifactor|authenticator|webauthn|passkeys?|u2f|security keys?|zwei faktor|backup codes?|recovery codes?) /;
const keyWords =
  / (?:(?:api|ssh|gpg|access|deploy|signing|secret|license|recovery) ?keys?|apikeys?|(?:api|access|personal|auth|bearer|refresh|deploy|app|bot) ?tokens?|(?:client|api|webhook|app) ?secrets?|app(?:lication)? passwords?) /;
const questionWords =
  / (?:(?:security|secret|recovery|geheim\w*) (?:questions?|answers?|frage|emails?|phone|code)|sicherheitsfrage|pregunta secreta|question secrète) /;
const closeWords =
  / (?:close|delete|deactivate|cancel|terminate|remove|erase|disable|löschen|schließen|kündigen|eliminar|cerrar|supprimer|fermer|elimina|verwijderen|usuń) (?:(?:my|your|the|this|mein|meine|dein|ihr|mi|su|mon|votre) )*(?:account|profile|membership|subscription|user|konto|profil|cuenta|compte|suscripción|konta) | (?:konto|account|profil) (?:löschen|schließen|kündigen|deaktivieren|verwijderen) /;
const signOutWords =
  / (?:log ?out|log ?off|sign ?out|sign ?off|abmelden|ausloggen|cerrar sesión|déconnexion|se déconnecter|uitloggen|wyloguj|esci|disconnetti|sair) /;
const rightNames =
  /^(?:roles?|role_?ids?|user_?roles?|is_?(?:admin|staff|superuser|moderator|active)|admin|superuser|permissions?|privileges?|user_?permissions|access_?level|user_?level|user_?type|scopes?)$/i;
const rightWords = / (?:roles|permissions|privileges|grants|acl) /;
const pinWords = / (?:pin|pins|geheimzahl) /;

const addressOf = (url: URL): string => {
  let path = url.pathname;
  try {
    path = decodeURIComponent(path);
  } catch {
    // as it is written
  }
  return joined(path);
};

/** What a page's own search asks for, though its words sound like more. */
const isSearch = (sending: Sending, address: string): boolean =>
  sending.method === 'GET' &&
  sending.fields.some(
    ({ name, type }) => type === 'search' || /^(?:q|s|query|search|keywords?|term)$/i.test(name),
  ) &&
  / (?:search|find|suche|buscar|recherche|lookup|list|index) /.test(
    `${address}${joined(sending.about ?? '')}`,
  );

const aboutSecretChange = new RegExp(
  `${changeWords.source.trim()}(?: \\S+){0,3} ${secretWord.source.trim()}|${secretWord.source.trim()} ${changeWords.source.trim()}`,
);
const aboutMailChange = new RegExp(`${changeWords.source.trim()}(?: \\S+){0,2} ${mailWords.source.trim()}`);

function secretsOf(fields: readonly Field[], text: string): Field[] {
  const isTicket =
    / (?:boarding|season|day|ski|bus|travel|museum|guest|lift|event|festival) pass(?:es)? /.test(text);
  return fields.filter(
    (field) => isSecretField(field) && !(isTicket && field.type !== 'password' && /^pass$/i.test(field.name)),
  );
}

const isAboutPassword = (address: string) =>
  secretWord.test(address) || / pass | passwd | pwd /.test(address);

/** The secret of an account that exists is set to another. */
const changesSecret = (secrets: readonly Field[], isUp: boolean, address: string, labels: string): boolean =>
  secrets.some((field) => isOldName(field.name) || /^(?:new|neu|nuevo|novo)/i.test(field.name)) ||
  (!isUp && (isAboutPassword(address) || changeWords.test(address))) ||
  (secretWord.test(labels) && aboutSecretChange.test(labels));

/** A name and one password: somebody comes in, or is made by an administrator. */
function comesIn(fields: readonly Field[], address: string, labels: string): Meaning {
  const isIn = signInWords.test(`${address}${labels}`);
  // Accounts that somebody keeps are made by an address for users, not for sessions.
  if (
    !isIn &&
    / (?:users?|accounts?|members?|employees?|customers?|admins?|profiles?|settings) $/.test(address)
  )
    return 'sign-up';
  return isIn || fields.length <= 6 ? 'sign-in' : 'sign-up';
}

function setsSecret({ fields, method }: Sending, address: string, labels: string): Meaning {
  const text = `${address}${labels}`;
  const secrets = secretsOf(fields, text);
  if (secrets.length === 0) return null;
  const hasIdentity = fields.some(
    (field) => isShown(field) && !isSecretField(field) && identityName.test(leafOf(field.name)),
  );
  const isUp = signUpWords.test(text) && !secrets.some((field) => isOldName(field.name));
  const isFresh = secrets.some(
    (field) => isNewName(field.name) || /new-password/.test(field.autocomplete ?? ''),
  );
  const isChange = changesSecret(secrets, isUp, address, labels);
  if (method === 'PUT' || method === 'PATCH') return 'credentials';
  if (isUp && !(isChange && isAboutPassword(address))) return 'sign-up';
  if (isChange) return 'credentials';
  if (!hasIdentity) return 'credentials';
  return secrets.length === 1 && !isFresh ? comesIn(fields, address, labels) : 'sign-up';
}

function operates({ method, url, fields, buttons = [], isForm }: Sending, filled: readonly Field[]): boolean {
  const changing = method !== 'GET' && method !== 'HEAD';
  return (
    method === 'DELETE' ||
    isOperation(url, { changing }) ||
    fields.some(({ name, value = '' }) => pairDoes(name, value, { changing: true })) ||
    (buttons.length > 0 && buttons.every(saysOperation)) ||
    (isForm === true && filled.length === 0 && buttons.length > 0 && buttons.every(saysSwitch))
  );
}

type Words = { address: string; labels: string; names: string; pressed: string; changing: boolean };

/** It sets an address for mail, which is the way to a new password. */
function setsMail(filled: readonly Field[], { address, labels, changing }: Words): boolean {
  const mails = filled.filter((field) => mailWords.test(joined(leafOf(field.name))));
  return (
    mails.some((field) => isNewName(field.name)) ||
    (mailWords.test(address) &&
      (changeWords.test(address) || accountWords.test(address)) &&
      (mails.length > 0 || changing)) ||
    (mails.length > 0 && filled.length <= 3 && aboutMailChange.test(labels))
  );
}

/** It sets a second factor, a key, a PIN or another way into an account. */
function setsAccess(filled: readonly Field[], words: Words): boolean {
  const { address, labels, names, pressed, changing } = words;
  const text = `${address}${labels}${names}`;
  return (
    factorWords.test(text) ||
    questionWords.test(text) ||
    keyWords.test(pressed) ||
    (changing && keyWords.test(labels) && filled.length <= 3) ||
    (pinWords.test(names) && (changeWords.test(text) || accountWords.test(`${address}${labels}`))) ||
    setsMail(filled, words)
  );
}

export function meaningOf(sending: Sending): Meaning {
  const { method, url, fields, buttons = [] } = sending;
  const changing = method !== 'GET' && method !== 'HEAD';
  const filled = fields.filter((field) => isShown(field));
  if (operates(sending, filled)) return 'operation';
  const address = addressOf(url);
  if (isSearch(sending, address) && !fields.some(({ type }) => type === 'password')) return null;
  const labels = joined(`${sending.about ?? ''} ${buttons.join(' ')}`);
  if (closeWords.test(labels)) return 'operation';
  const secret = setsSecret(sending, address, labels);
  if (secret !== null) return secret;
  // What remains changes something where it is sent as a form or a call, or by a link with values.
  if (!changing && !(sending.isForm && fields.length > 0)) return null;
  const pressed = `${address}${joined(buttons.join(' '))}`;
  if (signOutWords.test(pressed)) return 'operation';
  const names = joined(fields.map(({ name }) => name).join(' '));
  if (setsAccess(filled, { address, labels, names, pressed, changing })) return 'credentials';
  if (!changing) return null;
  if (fields.some(({ name }) => rightNames.test(leafOf(name))) || rightWords.test(address)) return 'sign-up';
  return address.replace(/ (?:php|aspx?|jsp|do|html?) $/, ' ').endsWith(' security ') ? 'credentials' : null;
}

/** A form as what it would send. Buttons that only clear it or lead back do not say what the form does. */
export const sendingOf = (form: PageForm): Sending => ({
  method: form.method,
  url: new URL(form.action),
  fields: form.fields.filter(
    ({ type }) => type !== 'submit' && type !== 'button' && type !== 'image' && type !== 'reset',
  ),
  about: form.about ?? '',
  buttons: form.buttons ?? [],
  isForm: true,
});

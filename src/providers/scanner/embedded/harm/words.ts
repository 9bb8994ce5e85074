/** The word by which everything that a scan leaves behind is known; beside it stands the scan's own mark, `zq` and eight letters. */
export const safetyWord = 'safetyscan';

/** Takes names and sentences apart, and knows the words that stand for doing something. */

/** The words of a name in code, of an address or of a sentence, in small letters: `deleteUser`, `delete-user`, `Delete user`. */
export const wordsOf = (text: string): string[] =>
  text
    .normalize('NFC')
    .replace(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
    .replace(/(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu, ' ')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

const listed = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Take something away, end something or switch it: wherever such a word leads a name, its address is an operation. */
const strong = listed(`
  delete destroy remove drop erase purge wipe truncate flush trash untrash obliterate
  logout logoff signout unsubscribe unregister deregister deactivate disable enable toggle revoke kill shutdown poweroff restart reboot
  uninstall reset resets cancel terminate suspend unsuspend unpublish unfollow unlike upvote downvote approve unapprove reject disapprove
  regenerate rotate unlink undo rollback restore migrate seed impersonate deauthorize invalidate
  unset unban unblock unmute unarchive unlock unstar unfavorite unfavourite unpin undelete deprovision factoryreset
  checkout purchase buy pay payment
  abmelden ausloggen löschen loeschen entfernen kündigen kuendigen deaktivieren zurücksetzen deconnexion déconnexion supprimer effacer
  eliminar borrar cancelar desactivar elimina cancella disattiva verwijderen uitloggen afmelden excluir sair apagar wyloguj usuń usun`);

/** The same where they follow what they act on, `/items/3/archive`, or stand in a field that says what to do. Alone they name pages too. */
const weak = listed(`
  activate publish archive switch set follow like dislike vote star favorite favourite bookmark pin lock hide unhide mark flag
  close reopen accept decline deny confirm dismiss resend send trigger run execute start stop pause resume sync clone duplicate copy move rename
  merge assign unassign promote demote join leave ban block mute clear empty add save apply complete finish upgrade downgrade
  withdraw transfer generate submit verify spam report ack acknowledge snooze rerun retry reindex rebuild import refund ship claim redeem
  subscribe order donate book reserve invite share push pull deploy clean release refresh
  aktivieren veröffentlichen activar activer publier publicar`);

/** Of those, what is as often the name of a thing: `/set/75192`, `/archive/2024`. */
const things = listed(
  'archive set switch run star move lock pin flag block mark copy report close order book share like import release join clone',
);

const doesLike = (verbs: ReadonlySet<string>, words: readonly string[]) =>
  verbs.has(words[0] ?? '') || verbs.has(words.at(-1) ?? '');

// Names without a break between their words: `dologout`, `deleteuser`, `createdb`.
const glued =
  /^(?:do|user|account|admin|auth|member)?(?:logout|logoff|signout|logouts)(?:user|all)?$|^(?:delete|remove|destroy|drop|disable|deactivate|purge|truncate|reset|revoke|clear|trash|approve|unapprove|spam|unspam|toggle|enable|cancel)(?:user|account|item|post|page|comment|all|data|me|id|key|token|session|password|pw|cache|entry|record|product|file|image|order|row|plugin|theme|card|cart)s?$|^(?:user|account|item|post|page|comment|product|file)(?:delete|remove|disable|reset|deactivate)$/;
const stores =
  'db|dbs|database|databases|schema|schemas|table|tables|store|data|fixtures|sampledata|testdata|demo|demodata|cache|caches|index|indices|everything|all|users';
const gluedStore = new RegExp(
  String.raw`^(?:re)?(?:create|init|initialize|initialise|drop|reset|seed|populate|build|fill|load|migrate|truncate|purge|flush|wipe|clear|empty|import|restore|setup)(?:${stores})$`,
);
const onStores =
  /^(?:re)?(?:create|creates|init|initialize|initialise|initializes|drop|drops|reset|resets|seed|seeds|populate|populates|build|rebuild|rebuilds|fill|load|reload|migrate|truncate|truncates|purge|flush|wipe|wipes|clear|clears|empty|empties|import|restore|restores)$/;
const aStore = new RegExp(String.raw`^(?:${stores})$`);

/** Such as `createdb`, `init-db`, `populate_db`, `drop database`: makes or empties a whole store. */
export const changesStore = (words: readonly string[]): boolean =>
  words.some(
    (word, at) =>
      gluedStore.test(word) ||
      (onStores.test(word) && words.slice(at + 1, at + 4).some((next) => aStore.test(next))),
  ) ||
  (words.length === 2 && aStore.test(words[0]!) && onStores.test(words[1]!));

const signsOut = (words: readonly string[]) =>
  words.some((word, at) => /^(?:log|sign)$/.test(word) && /^(?:out|off)$/.test(words[at + 1] ?? ''));

const inArticles =
  /^(?:how|why|what|when|where|who|the|a|an|my|our|your|is|are|can|should|to|of|and|or|for|in|on|with|without|from|vs|wie|warum|was|der|die|das)$/;

/** A name says that calling it does something. `strict`: only words that say so by themselves. */
export function doesSomething(words: readonly string[], { strict = false, isTitle = false } = {}): boolean {
  if (words.length === 0) return false;
  if (signsOut(words) || changesStore(words) || words.some((word) => glued.test(word)))
    return words.length <= 4;
  // Many words are the title of an article.
  if (words.length > 3 || (isTitle && words.length > 2)) return false;
  if (words.length === 3 && inArticles.test(words[1]!) && words[1] !== 'my') return false;
  return doesLike(strong, words) || (!strict && doesLike(weak, words));
}

export const isWeak = (words: readonly string[]): boolean => words.length <= 3 && doesLike(weak, words);
export const isThing = (words: readonly string[]): boolean => words.length === 1 && things.has(words[0]!);

const stems =
  /^(?:delet|remov|destroy|drop|purg|wip|truncat|eras|flush|shut|reboot|restart|kill|terminat|suspend|deactivat|disabl|enabl|toggl|revok|regenerat|rotat|cancel|impersonat|unsubscrib|logout|reset|restor|migrat|seed|approv|reject|archiv|publish|ban|block)/;
const reading =
  /^(?:get|gets|list|lists|return|returns|show|shows|retrieve|retrieves|fetch|fetches|read|reads|find|finds|search|searches|check|checks|count|counts|view|describe|describes|query|displays?)$/;

/** A sentence or a label on a button says that it takes away, ends or switches something. */
export const saysOperation = (label: string): boolean => {
  const words = wordsOf(label);
  return (
    words.length <= 6 &&
    (words.some((word) => strong.has(word)) ||
      signsOut(words) ||
      changesStore(words) ||
      words.some((word) => glued.test(word)))
  );
};

/** A button that is pressed without anything being filled in does what stands on it. */
export const saysSwitch = (label: string): boolean =>
  saysOperation(label) || (wordsOf(label).length <= 4 && isWeak(wordsOf(label)));

/** The first words of a description of a call: `Deletes a user`, `Creates and populates the database`. */
export function describesOperation(sentence: string): boolean {
  const words = wordsOf(sentence).slice(0, 12);
  if (reading.test(words[0] ?? '')) return false;
  const [first = '', second = ''] = words;
  return (
    stems.test(first) ||
    (/^(?:and|then|admin|bulk|force|permanently|hard|soft)$/.test(first) && stems.test(second)) ||
    signsOut(words.slice(0, 4)) ||
    changesStore(words)
  );
}

const harmful =
  /(^|[^\p{L}])(log ?(out|off)|sign ?(out|off)|delete|remove|destroy|trash|erase|discard|clear|empty|unsubscribe|deactivate|disable|block|ban|cancel|buy|order|pay|purchase|checkout|donate|subscribe|book now|transfer|withdraw|send money|reset|revoke|shut ?down|restart|reboot|uninstall|print|archive|unarchive|publish|unpublish|approve|reject|decline|activate|suspend|impersonate|regenerate|rotate|restore|truncate|purge|add to cart|change password|update password|save password|generate (?:\p{L}+ )?(?:key|token)|new (?:api )?(?:key|token)|close account|abmelden|ausloggen|löschen|entfernen|kaufen|bestellen|bezahlen|kündigen|zurücksetzen|déconnexion|se déconnecter|supprimer|effacer|acheter|payer|commander|annuler|résilier|cerrar sesión|salir|eliminar|borrar|comprar|pagar|cancelar|esci|disconnetti|elimina|cancella|acquista|paga|afmelden|uitloggen|verwijderen|kopen|betalen|sair|excluir|apagar|wyloguj|usuń|kup|zapłać)([^\p{L}]|$)/iu;
const switching =
  /(^|[^\p{L}])(toggle|enable|turn (?:on|off)|switch (?:on|off|to)|mark (?:as|all)|promote|demote|lock|unlock|follow|unfollow|like|upvote|downvote)([^\p{L}]|$)/iu;
const showing =
  /menu|nav|sidebar|theme|dropdown|search|collapse|accordion|panel|tab|visibility|dark|light|details|filter|language|full ?screen/i;

export function saysHarm(words: string): boolean {
  // Names in code run together: btnDelete, delete_user.
  const apart = words.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2').replace(/[_-]/g, ' ');
  if (harmful.test(apart) || (switching.test(apart) && !showing.test(apart))) return true;
  // Targets written in code: `location = '/items/3/delete'`.
  return (words.match(/[\w-]{3,60}/g) ?? []).some((word) => saysGlued(word));
}

const saysGlued = (word: string): boolean =>
  wordsOf(word).length === 1 && !/^toggle|^enable|^payment/i.test(word) && saysOperation(word);

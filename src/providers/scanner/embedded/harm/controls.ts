import { saysOperation, wordsOf } from './words.ts';

// What buttons say, in the languages of the websites that we meet.
const harmful =
  /(^|[^\p{L}])(log ?(out|off)|sign ?(out|off)|delete|remove|destroy|trash|erase|discard|clear|empty|unsubscribe|deactivate|disable|block|ban|cancel|buy|order|pay|purchase|checkout|donate|subscribe|book now|transfer|withdraw|send money|reset|revoke|shut ?down|restart|reboot|uninstall|print|archive|unarchive|publish|unpublish|approve|reject|decline|activate|suspend|impersonate|regenerate|rotate|restore|truncate|purge|add to cart|change password|update password|save password|generate (?:\p{L}+ )?(?:key|token)|new (?:api )?(?:key|token)|close account|abmelden|ausloggen|löschen|entfernen|kaufen|bestellen|bezahlen|kündigen|zurücksetzen|déconnexion|se déconnecter|supprimer|effacer|acheter|payer|commander|annuler|résilier|cerrar sesión|salir|eliminar|borrar|comprar|pagar|cancelar|esci|disconnetti|elimina|cancella|acquista|paga|afmelden|uitloggen|verwijderen|kopen|betalen|sair|excluir|apagar|wyloguj|usuń|kup|zapłać)([^\p{L}]|$)/iu;
const switching =
  /(^|[^\p{L}])(toggle|enable|turn (?:on|off)|switch (?:on|off|to)|mark (?:as|all)|promote|demote|lock|unlock|follow|unfollow|like|upvote|downvote)([^\p{L}]|$)/iu;
// What opens and shuts on the page itself.
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

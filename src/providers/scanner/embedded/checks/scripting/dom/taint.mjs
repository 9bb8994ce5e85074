/**
 * Runs before the scripts of a page and tells when a text with the mark arrives where text becomes markup, script or an
 * address. The functions are handed over as text: only those in `parts` may be named. Where something cannot be hooked
 * the page goes on.
 */

function makeHooks(mark, tell) {
  const reported = new Set();
  const around = (text) => {
    const at = text.indexOf(mark);
    return { before: text.slice(Math.max(0, at - 400), at), text: text.slice(at, at + 60) };
  };
  const say = (item) => {
    const key = JSON.stringify(item);
    if (reported.has(key) || reported.size > 60) return;
    reported.add(key);
    tell(item);
  };
  const arrive = (sink, value) => {
    try {
      const text = typeof value === 'string' ? value : Array.isArray(value) ? value.join('') : String(value);
      if (text.includes(mark)) say({ kind: 'sink', sink, ...around(text) });
    } catch {
      // a value that cannot be read
    }
  };
  const setter = (proto, name, sink) => {
    try {
      const own = Object.getOwnPropertyDescriptor(proto, name);
      if (!own || !own.set) return;
      Object.defineProperty(proto, name, {
        ...own,
        set(value) {
          arrive(sink, value);
          own.set.call(this, value);
        },
      });
    } catch {
      // left as it is
    }
  };
  const method = (owner, name, look) => {
    try {
      const own = owner[name];
      if (typeof own !== 'function') return;
      owner[name] = new Proxy(own, {
        apply(target, self, given) {
          try {
            look(given, self);
          } catch {
            // only a look
          }
          return Reflect.apply(target, self, given);
        },
        construct(target, given, made) {
          try {
            look(given, null);
          } catch {
            // only a look
          }
          return Reflect.construct(target, given, made);
        },
      });
    } catch {
      // left as it is
    }
  };
  return { say, arrive, setter, method };
}

function hookSinks({ arrive, setter, method }) {
  setter(Element.prototype, 'innerHTML', 'html');
  setter(Element.prototype, 'outerHTML', 'html');
  setter(ShadowRoot.prototype, 'innerHTML', 'html');
  setter(HTMLIFrameElement.prototype, 'srcdoc', 'html');
  setter(HTMLIFrameElement.prototype, 'src', 'address');
  setter(HTMLAnchorElement.prototype, 'href', 'address');
  setter(HTMLAreaElement.prototype, 'href', 'address');
  setter(HTMLFormElement.prototype, 'action', 'address');
  setter(HTMLButtonElement.prototype, 'formAction', 'address');
  setter(HTMLScriptElement.prototype, 'src', 'program');
  setter(HTMLScriptElement.prototype, 'text', 'code');
  method(Element.prototype, 'insertAdjacentHTML', ([, html]) => arrive('html', html));
  method(Element.prototype, 'setHTMLUnsafe', ([html]) => arrive('html', html));
  method(Range.prototype, 'createContextualFragment', ([html]) => arrive('html', html));
  method(Document.prototype, 'write', (parts) => arrive('html', parts));
  method(Document.prototype, 'writeln', (parts) => arrive('html', parts));
  method(Element.prototype, 'setAttribute', ([name, value], element) => {
    const attribute = String(name).toLowerCase();
    const tag = element && element.localName;
    if (attribute.startsWith('on')) arrive('code', value);
    else if (attribute === 'srcdoc') arrive('html', value);
    else if (attribute === 'src' && tag === 'script') arrive('program', value);
    else if (
      /^(href|xlink:href|action|formaction)$/.test(attribute) ||
      (attribute === 'src' && (tag === 'iframe' || tag === 'frame'))
    )
      if (/^(a|area|form|button|input|iframe|frame)$/.test(tag ?? '')) arrive('address', value);
  });
  for (const name of ['eval', 'setTimeout', 'setInterval', 'execScript'])
    method(window, name, ([code]) => {
      if (typeof code === 'string') arrive('code', code);
    });
  method(window, 'Function', (parts) => arrive('code', parts.at(-1)));
  method(window, 'open', ([address]) => arrive('address', address));
}

/** Where the page itself goes cannot be hooked; the browser says where it would lead. */
function hookNavigation({ say }, mark) {
  if (!window.navigation) return;
  navigation.addEventListener('navigate', (event) => {
    const to = event.destination.url;
    const plain = to.replace(/#.*/s, '');
    if (plain !== location.href.replace(/#.*/s, '') && plain.includes(mark)) {
      const path = to.startsWith(location.origin) ? to.slice(location.origin.length) : to;
      const at = path.indexOf(mark);
      // Relative to the page: the text began the address, as far as can be seen from here.
      const bare = path.slice(0, at).replace(/^.*\//, '') === '';
      say({
        kind: 'sink',
        sink: 'address',
        before: bare ? '' : path.slice(0, at),
        text: path.slice(at, at + 60),
      });
    }
  });
}

function hookParameters({ say, method }) {
  const asks = (name) => {
    if (typeof name === 'string' && /^[\w\-[\].]{1,40}$/.test(name)) say({ kind: 'parameter', name });
  };
  for (const name of ['get', 'getAll', 'has']) method(URLSearchParams.prototype, name, ([key]) => asks(key));
}

/** What the code of a listener reads from a message: its members, and the words that it compares. */
function readListener(listener) {
  const code = Function.prototype.toString.call(
    typeof listener === 'function' ? listener : (listener?.handleEvent ?? (() => 0)),
  );
  // Variables that hold the message or what was read from it.
  const held = [...code.matchAll(/(?:const|let|var)\s+(\w{1,30})\s*=\s*(?:JSON\.parse\(|\w+\.data\b)/g)].map(
    (hit) => hit[1],
  );
  const owner = new RegExp(
    `(?:\\.data|\\b(?:${['data', 'msg', 'message', ...held.slice(0, 5)].join('|')}))\\??\\.([a-zA-Z_]\\w{0,30})\\b`,
    'g',
  );
  const keys = new Set([...code.slice(0, 20_000).matchAll(owner)].map((hit) => hit[1]));
  const words = new Set(
    [...code.slice(0, 20_000).matchAll(/(?:[=!]==?\s*|case\s+)["'`]([\w\-.:/]{1,40})["'`]/g)].map(
      (hit) => hit[1],
    ),
  );
  return {
    kind: 'message',
    keys: [...keys].filter((key) => !/^(data|origin|source|then|split|length)$/.test(key)).slice(0, 12),
    words: [...words].slice(0, 8),
  };
}

function hookListeners({ say, method }) {
  const listens = { toHash: false, toMessages: false };
  method(EventTarget.prototype, 'addEventListener', ([type, listener], self) => {
    if (self !== window && self !== undefined && self !== null) return;
    if (type === 'hashchange' || type === 'popstate') listens.toHash = true;
    if (type !== 'message') return;
    listens.toMessages = true;
    say(readListener(listener));
  });
  return listens;
}

function sendLater(listens, send, { tell, last, fillFrame }) {
  window.addEventListener('load', () =>
    setTimeout(() => {
      if (send.hash !== '' && (listens.toHash || typeof window.onhashchange === 'function'))
        location.hash = send.hash;
      if (send.messages.length === 0 || !(listens.toMessages || typeof window.onmessage === 'function')) {
        tell({ kind: 'sent' });
        return;
      }
      // From a stranger's origin, as an attacker's page would: a listener that looks at the origin refuses it.
      const frame = document.createElement('iframe');
      frame.setAttribute('sandbox', 'allow-scripts');
      frame.hidden = true;
      const list = JSON.stringify([...send.messages, last]).replaceAll('<', '\\u003c');
      // Where the page's policy keeps the script of the frame from running, nothing is sent.
      frame.addEventListener('load', () => setTimeout(() => tell({ kind: 'sent' }), 1000));
      fillFrame?.call(frame, `<script>for (const one of ${list}) parent.postMessage(one, '*')</script>`);
      document.documentElement.append(frame);
    }, 20),
  );
}

function watchSinks(mark, send) {
  // oxlint-disable-next-line no-underscore-dangle -- a name that no page has
  const tell = window.__zqTell;
  if (typeof tell !== 'function') return;
  // Ours is not the page's doing.
  const fillFrame = Object.getOwnPropertyDescriptor(HTMLIFrameElement.prototype, 'srcdoc')?.set;
  const hooks = makeHooks(mark, tell);
  hookSinks(hooks);
  hookNavigation(hooks, mark);
  hookParameters(hooks);
  const last = `${mark}sent`;
  // Before the page's own listeners, which must not see it.
  if (window === window.top)
    window.addEventListener('message', (event) => {
      if (event.data !== last) return;
      event.stopImmediatePropagation();
      tell({ kind: 'sent' });
    });
  const listens = hookListeners(hooks);
  if (window === window.top) sendLater(listens, send, { tell, last, fillFrame });
}

const parts = [
  makeHooks,
  hookSinks,
  hookNavigation,
  hookParameters,
  readListener,
  hookListeners,
  sendLater,
  watchSinks,
];

/** The script that watches one page: `send` is what it is sent when it listens. */
export const watchScript = (mark, send) =>
  `(() => {\n${parts.map(String).join('\n')}\nwatchSinks(${JSON.stringify(mark)}, ${JSON.stringify(send)});\n})()`;

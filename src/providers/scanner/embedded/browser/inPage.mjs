/**
 * Functions that run inside a page of the scanned website. They are handed over as text: nothing outside them may be named.
 * The page may have replaced anything that they call, so what they return is checked again on our side.
 */

export function prepare(windowName) {
  try {
    if (windowName !== '' && window === window.top && window.name === '') window.name = windowName;
    // Peer connections would be a way out past the proxy, were the switches of Chromium not enough.
    for (const name of ['RTCPeerConnection', 'webkitRTCPeerConnection', 'WebTransport'])
      Reflect.deleteProperty(window, name);
  } catch {
    // a frame that may not
  }
}

export function readLinks() {
  const found = new Set();
  const roots = [document];
  for (let at = 0; at < roots.length && at < 200; at++)
    for (const element of Array.from(roots[at].querySelectorAll('*')).slice(0, 20_000)) {
      if (element.shadowRoot) roots.push(element.shadowRoot);
      if (found.size >= 2000) continue;
      const value =
        element instanceof HTMLAnchorElement || element instanceof HTMLAreaElement
          ? element.href
          : element instanceof HTMLIFrameElement
            ? element.src
            : (element.getAttribute('routerlink') ??
                element.getAttribute('data-href') ??
                element.getAttribute('data-url')) ||
              '';
      if (typeof value === 'string' && value !== '' && value.length < 2000)
        try {
          found.add(new URL(value, document.baseURI).href);
        } catch {
          // not an address
        }
    }
  return [...found];
}

/** The document as it is now; of a huge one the beginning, so that the rest never leaves the page. */
export function readDocument(most) {
  const type = document.doctype ? '<!DOCTYPE html>' : '';
  return type + document.documentElement.outerHTML.slice(0, most);
}

export function readLibraries() {
  const global = window;
  const at = (path) => {
    let value = global;
    for (const name of path.split('.')) {
      if (value === null || (typeof value !== 'object' && typeof value !== 'function')) return undefined;
      value = value[name];
    }
    return value;
  };
  const places = [
    ['jquery', 'jQuery.fn.jquery'],
    ['jquery-ui', 'jQuery.ui.version'],
    ['jquery-migrate', 'jQuery.migrateVersion'],
    ['jquery-mobile', 'jQuery.mobile.version'],
    ['jquery-validation', 'jQuery.validator.version'],
    ['datatables', 'jQuery.fn.dataTable.version'],
    ['select2', 'jQuery.fn.select2.amd.version'],
    ['angularjs', 'angular.version.full'],
    ['vue', 'Vue.version'],
    ['react', 'React.version'],
    ['react-dom', 'ReactDOM.version'],
    ['lodash', '_.VERSION'],
    ['moment', 'moment.version'],
    ['bootstrap', 'bootstrap.Tooltip.VERSION'],
    ['bootstrap', 'jQuery.fn.tooltip.Constructor.VERSION'],
    ['handlebars', 'Handlebars.VERSION'],
    ['mustache', 'Mustache.version'],
    ['ember', 'Ember.VERSION'],
    ['backbone', 'Backbone.VERSION'],
    ['knockout', 'ko.version'],
    ['prototype', 'Prototype.Version'],
    ['mootools', 'MooTools.version'],
    ['dojo', 'dojo.version'],
    ['yui', 'YUI.version'],
    ['extjs', 'Ext.version'],
    ['dompurify', 'DOMPurify.version'],
    ['axios', 'axios.VERSION'],
    ['tinymce', 'tinymce.majorVersion'],
    ['ckeditor4', 'CKEDITOR.version'],
    ['ckeditor5', 'CKEDITOR_VERSION'],
    ['pdf.js', 'pdfjsLib.version'],
    ['chart.js', 'Chart.version'],
    ['highcharts', 'Highcharts.version'],
    ['d3', 'd3.version'],
    ['three', 'THREE.REVISION'],
    ['video.js', 'videojs.VERSION'],
    ['plupload', 'plupload.VERSION'],
    ['requirejs', 'requirejs.version'],
    ['markdown-it', 'markdownit.version'],
    ['showdown', 'showdown.version'],
    ['swagger-ui', 'versions.swaggerUi.version'],
    ['froala', 'FroalaEditor.VERSION'],
    ['leaflet', 'L.version'],
    ['socket.io', 'io.version'],
    ['modernizr', 'Modernizr._version'],
    ['underscore', '_.VERSION'],
    ['next', 'next.version'],
  ];
  const found = {};
  for (const [name, path] of places) {
    try {
      let value = at(path);
      if (name === 'tinymce' && typeof value === 'string')
        value = `${value}.${String(at('tinymce.minorVersion'))}`;
      if (name === 'dojo' && value !== undefined) value = String(value).replace(/ .*/s, '');
      // The two share their name; only one of them has this function.
      if (name === 'lodash' && typeof at('_.mergeWith') !== 'function' && typeof at('_.forIn') !== 'function')
        continue;
      if (
        name === 'underscore' &&
        (typeof at('_.mergeWith') === 'function' || typeof at('_.forIn') === 'function')
      )
        continue;
      if (typeof value === 'string' && /^\d[\w.+-]{0,40}$/.test(value)) found[name] ??= value;
    } catch {
      // a getter of the page's
    }
  }
  try {
    const angular = document.querySelector('[ng-version]')?.getAttribute('ng-version');
    if (angular && /^\d[\w.+-]{0,40}$/.test(angular)) found.angular = angular;
  } catch {
    // nothing then
  }
  return found;
}

export function touchAll(text) {
  const carries = (element) =>
    Array.from(element.attributes).some(
      (attribute) => attribute.value.includes(text) || attribute.name.includes(text.toLowerCase()),
    ) ||
    Array.from(element.childNodes).some(
      (node) => node.nodeType === 3 && (node.nodeValue ?? '').includes(text),
    );
  const list = Array.from(document.querySelectorAll('*')).slice(0, 20_000).filter(carries).slice(0, 30);
  for (const element of list) {
    for (const name of [
      'pointerover',
      'mouseover',
      'mouseenter',
      'mousemove',
      'pointerdown',
      'mousedown',
      'pointerup',
      'mouseup',
    ]) {
      const make = name.startsWith('pointer') ? PointerEvent : MouseEvent;
      element.dispatchEvent(
        new make(name, { bubbles: !name.endsWith('enter'), cancelable: true, view: window }),
      );
    }
    if (element instanceof HTMLElement) element.focus();
    for (const name of [
      'focus',
      'focusin',
      'input',
      'change',
      'keydown',
      'keyup',
      'select',
      'toggle',
      'animationstart',
      'transitionend',
      'wheel',
    ])
      element.dispatchEvent(new Event(name, { bubbles: true, cancelable: true }));
    if (element instanceof HTMLElement) element.click();
    else element.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, view: window }));
    if (element instanceof HTMLElement) element.blur();
  }
}

/** Says in the picture what it shows: our script leaves no other trace. */
export function label(text) {
  const bar = document.createElement('div');
  bar.textContent = text;
  const style = {
    position: 'fixed',
    left: '0',
    right: '0',
    bottom: '0',
    'z-index': '2147483647',
    padding: '8px 12px',
    background: '#7a1022',
    color: '#fff',
    font: '14px/1.4 sans-serif',
    'overflow-wrap': 'anywhere',
  };
  for (const [name, value] of Object.entries(style)) bar.style.setProperty(name, value, 'important');
  (document.body ?? document.documentElement).append(bar);
}

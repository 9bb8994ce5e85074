// Runs in every browser, however old, before the portal does: says so where the portal cannot run, instead of an empty page.
(function () {
  var able =
    'noModule' in document.createElement('script') &&
    'toSorted' in Array.prototype &&
    window.CSS &&
    CSS.supports('selector(:has(*))');
  if (able) return;
  function show() {
    var note = document.createElement('div');
    note.setAttribute('role', 'alert');
    note.style.cssText =
      'position:fixed;z-index:9999;top:0;left:0;right:0;padding:14px 20px;background:#fff3cd;color:#3d2f00;border-bottom:1px solid #c9a227;font:16px/1.5 Arial,sans-serif;text-align:center';
    note.appendChild(
      document.createTextNode(
        'Your browser is not supported. Please use the latest version of Chrome, Safari or Edge to sign in and work here.',
      ),
    );
    document.body.insertBefore(note, document.body.firstChild);
  }
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', show);
  else show();
})();

// Tells the window around this page what happens, takes its colours, and fills in test cards. The page works without.
const page = document.documentElement;
const around = window.parent !== window ? window.parent : window.opener;

/** Messages reach windows of our own origin only. */
const tell = (type, more = {}) => {
  if (around)
    around.postMessage(
      { source: 'billing', type, hostedPageId: page.dataset.pageId, ...more },
      location.origin,
    );
};

try {
  // a switch of the window around may say other than the system does
  if (window.parent !== window) {
    const scheme = getComputedStyle(window.parent.document.documentElement).colorScheme;
    if (scheme === 'dark' || scheme === 'light') page.dataset.scheme = scheme;
    page.dataset.framed = '';
  }
} catch {
  // a window of another origin keeps its looks to itself
}

document.addEventListener('DOMContentLoaded', () => {
  const { tells, step } = page.dataset;
  if (tells === 'loaded') tell('loaded');
  else if (tells !== 'step') tell('loaded', { step });
  tell('step', { step });
  if (tells === 'success' || tells === 'close' || tells === 'error') tell(tells);

  // browsers leave this to the page where it stands in a frame
  if (tells !== 'loaded') document.querySelector('[autofocus]')?.focus();

  for (const link of document.querySelectorAll('[data-leave]'))
    link.addEventListener('click', (event) => {
      if (window.parent === window) return;
      // inside a window of ours, leaving is closing it
      event.preventDefault();
      tell(tells === 'success' ? 'success' : 'close');
    });

  const field = (name) => document.getElementById(name);
  for (const button of document.querySelectorAll('[data-fill]')) {
    button.hidden = false;
    button.addEventListener('click', () => {
      field('number').value = button.dataset.fill;
      if (!field('expiry').value) field('expiry').value = `12 / ${(new Date().getFullYear() + 4) % 100}`;
      field('cvc').value = button.dataset.cvc;
      if (!field('postcode').value && field('country').value === 'US') field('postcode').value = '94105';
      field('number').focus();
    });
  }

  field('coupon')?.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    document.querySelector('button[value="coupon"]').click();
  });

  for (const form of document.querySelectorAll('form'))
    form.addEventListener('submit', (event) => {
      if (form.dataset.sent !== undefined) {
        event.preventDefault();
        return;
      }
      form.dataset.sent = '';
      event.submitter?.setAttribute('aria-busy', 'true');
    });
});

// coming back by the browser's own button, the form may be sent anew
window.addEventListener('pageshow', () => {
  for (const form of document.querySelectorAll('form')) {
    delete form.dataset.sent;
    for (const button of form.querySelectorAll('[aria-busy]')) button.removeAttribute('aria-busy');
  }
});

/** How a page of the scanned website is used from inside; see `inPage.mjs`. */

export function listControls(keep) {
  const pressed =
    'button,summary,[onclick],[role=button],[role=tab],[role=menuitem],[role=link],[role=switch],input[type=button],' +
    'input[type=submit],input[type=image],a:not([href]),a[href^="#"],a[href=""],a[href^="javascript:" i],[data-toggle],' +
    '[data-bs-toggle],[ng-click],[data-ng-click],[v-on\\:click],[hx-get],[data-hx-get],[tabindex="0"],mat-icon,label,li,' +
    'div,span,td,img,svg';
  const marked = '[onclick],[role],[data-toggle],[data-bs-toggle],[ng-click],[tabindex="0"]';
  const fillable = 'input:not([type=hidden],[type=submit],[type=button],[type=image]),textarea,select';
  const attributes = 'value,id,name,class,href,title,aria-label,onclick,data-target,data-action'.split(',');
  const named = 'name,id,formcontrolname,placeholder,aria-label'.split(',');
  const plain = /^(LI|DIV|SPAN|TD|IMG|SVG|LABEL)$/i;
  const isHand = (element) => getComputedStyle(element).cursor === 'pointer';
  const isShown = (element) => {
    const box = element.getBoundingClientRect();
    return box.width > 1 && box.height > 1 && getComputedStyle(element).visibility !== 'hidden';
  };
  const isField = (element) =>
    element.matches('input,textarea,select') &&
    !element.matches('[type=button],[type=submit],[type=image],[type=reset]');
  const isPressed = (element) => {
    if (!element.matches(pressed)) return false;
    if (!plain.test(element.tagName) || element.matches(marked)) return true;
    // A mere box counts when the pointer becomes a hand over it and not already over what it stands in.
    return isHand(element) && !(element.parentElement && isHand(element.parentElement));
  };
  // Buttons that send a form are pressed when it is filled in.
  const sendsForm = (element) =>
    (element.type === 'submit' || element.type === 'image') && element.form?.querySelector(fillable);
  // Routes are opened one by one, each in a page of its own.
  const isRoute = (element) => element.matches('a') && /^#!?\//.test(element.getAttribute('href') ?? '');
  const describe = (element, index) => {
    const attribute = (name) => element.getAttribute(name) ?? '';
    const own = (element.textContent ?? '').trim().replace(/\s+/g, ' ').slice(0, 80);
    const field = isField(element);
    const tag = element.tagName;
    return {
      index,
      words: [
        own,
        ...attributes.map((name) => (field && name === 'value' ? '' : attribute(name).slice(0, 200))),
      ].join(' '),
      key: `${tag} ${attribute('id')} ${attribute('class')} ${attribute('name')} ${own}`
        .replace(/\d+/g, '#')
        .slice(0, 300),
      field: field
        ? {
            name: String(named.map(attribute).find(Boolean) ?? '').slice(0, 100),
            type: tag === 'INPUT' ? String(element.type).toLowerCase() : tag.toLowerCase(),
            value: String(element.value ?? '').slice(0, 1000),
          }
        : null,
    };
  };
  const roots = [document];
  const list = [];
  for (let at = 0; at < roots.length && at < 100; at++) {
    for (const element of Array.from(roots[at].querySelectorAll('*')).slice(0, 20_000)) {
      if (element.shadowRoot) roots.push(element.shadowRoot);
      if (list.length >= 300) break;
      const field = isField(element);
      if (!field && !isPressed(element)) continue;
      if (element.matches(':disabled,[aria-disabled=true]') || !isShown(element)) continue;
      if ((field || !sendsForm(element)) && !isRoute(element)) list.push(element);
    }
  }
  const controls = list.map(describe);
  Object.defineProperty(window, keep, { value: list, configurable: true, enumerable: false });
  return controls;
}

export function press([keep, index]) {
  const element = window[keep]?.[index];
  if (!element?.isConnected) return false;
  const box = element.getBoundingClientRect();
  const where = {
    bubbles: true,
    cancelable: true,
    composed: true,
    view: window,
    clientX: box.x + box.width / 2,
    clientY: box.y + box.height / 2,
  };
  element.dispatchEvent(new PointerEvent('pointerover', where));
  element.dispatchEvent(new MouseEvent('mouseover', where));
  element.dispatchEvent(new PointerEvent('pointerdown', where));
  element.dispatchEvent(new MouseEvent('mousedown', where));
  element.dispatchEvent(new PointerEvent('pointerup', where));
  element.dispatchEvent(new MouseEvent('mouseup', where));
  if (element instanceof HTMLElement) element.click();
  else element.dispatchEvent(new MouseEvent('click', where));
  return true;
}

export function fill([keep, index, value, enter]) {
  const element = window[keep]?.[index];
  if (!element?.isConnected) return false;
  const dispatch = (name) => element.dispatchEvent(new Event(name, { bubbles: true, composed: true }));
  if (element instanceof HTMLSelectElement) {
    const option = Array.from(element.options).find((one) => one.value !== '' && !one.disabled);
    if (option) element.value = option.value;
  } else if (
    element instanceof HTMLInputElement &&
    (element.type === 'checkbox' || element.type === 'radio')
  ) {
    if (!element.checked) element.click();
  } else if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) {
    if (element.type === 'file' || element.readOnly) return false;
    // Frameworks replace the setter of the element itself.
    const kind = element instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement;
    const set = Object.getOwnPropertyDescriptor(kind.prototype, 'value')?.set;
    if (set) set.call(element, value);
    else element.value = value;
  }
  dispatch('input');
  dispatch('change');
  if (enter)
    for (const name of ['keydown', 'keypress', 'keyup'])
      element.dispatchEvent(
        new KeyboardEvent(name, {
          key: 'Enter',
          code: 'Enter',
          keyCode: 13,
          which: 13,
          bubbles: true,
          cancelable: true,
          composed: true,
        }),
      );
  dispatch('blur');
  return true;
}

/** Forms by the fields that stand in them: numbers of `listControls`. */
export function listForms(keep) {
  const list = window[keep] ?? [];
  const headings = Array.from(document.querySelectorAll('h1,h2,h3,h4,h5,h6'));
  const headingOf = (form) =>
    headings.findLast((one) => one.compareDocumentPosition(form) & Node.DOCUMENT_POSITION_FOLLOWING)
      ?.textContent ?? '';
  return Array.from(document.forms)
    .slice(0, 20)
    .map((form) => {
      const fields = list.flatMap((element, index) => (element.form === form ? [index] : []));
      const buttons = Array.from(form.querySelectorAll('button,input[type=submit],input[type=image]'));
      return {
        fields,
        words: [
          form.getAttribute('action') ?? '',
          form.id,
          form.getAttribute('name') ?? '',
          ...buttons.map(
            (one) =>
              `${one.textContent ?? ''} ${one.getAttribute('value') ?? ''} ${one.getAttribute('name') ?? ''} ${one.getAttribute('formaction') ?? ''}`,
          ),
        ]
          .join(' ')
          .slice(0, 1000),
        get: form.getAttribute('method')?.toLowerCase() !== 'post',
        action: String(form.getAttribute('action') ?? ''),
        parts: Array.from(form.elements)
          .slice(0, 60)
          .map((one) => ({
            name: String(
              one.getAttribute('name') || one.id || one.getAttribute('formcontrolname') || '',
            ).slice(0, 100),
            type: String(one.type ?? 'text').toLowerCase(),
            value: one.type === 'hidden' ? String(one.value ?? '').slice(0, 200) : '',
            autocomplete: String(one.getAttribute('autocomplete') ?? '').toLowerCase(),
          })),
        about: [
          headingOf(form),
          ...Array.from(form.querySelectorAll('label,legend,h1,h2,h3,h4,h5,h6')).map(
            (one) => one.textContent ?? '',
          ),
          ...Array.from(form.querySelectorAll('[placeholder]')).map(
            (one) => one.getAttribute('placeholder') ?? '',
          ),
          form.id,
        ]
          .join(' ')
          .replace(/\s+/g, ' ')
          .slice(0, 600),
        buttons: buttons
          .filter((one) => one.type === 'submit' || one.type === 'image')
          .map((one) =>
            `${one.textContent ?? ''} ${one.getAttribute('value') ?? ''}`
              .replace(/\s+/g, ' ')
              .trim()
              .slice(0, 80),
          ),
      };
    });
}

export function submit([keep, index]) {
  const element = window[keep]?.[index];
  const form = element?.form;
  if (!form) return false;
  const button = Array.from(form.querySelectorAll('button,input[type=submit],input[type=image]')).find(
    (one) => one.type === 'submit' || one.type === 'image',
  );
  // Disabled until a framework has looked at the fields; a script that listens to the form is told in any case.
  if (button && !button.disabled) button.click();
  else form.requestSubmit();
  return true;
}

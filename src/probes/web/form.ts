export type FormField = {
  name: string;
  type: string;
  value: string;
  accept?: string;
  /** Of a box or a choice: it is ticked in the page as it came. */
  checked?: boolean;
  label?: string;
  /** `autocomplete` of the field, in small letters. */
  autocomplete?: string;
};
export type PageForm = {
  page: string;
  action: string;
  method: 'GET' | 'POST';
  /** The form itself says GET; without a method a script usually sends it. */
  explicitGet: boolean;
  enctype: 'urlencoded' | 'multipart' | 'text';
  fields: FormField[];
  hasPassword: boolean;
  /** The heading above or inside, what its fields are called, its id and name. */
  about?: string;
  /** What stands on the buttons that send it, also those without a name. */
  buttons?: string[];
};

export const fieldOf = (
  name: string,
  type: string,
  { value, accept, autocomplete, checked }: Record<string, string>,
): FormField => ({
  name,
  type,
  value: value ?? '',
  ...(type === 'file' && accept ? { accept } : {}),
  ...(type === 'checkbox' || type === 'radio' ? { checked: checked !== undefined } : {}),
  ...(autocomplete ? { autocomplete: autocomplete.toLowerCase() } : {}),
});

/** Collects what a page says about its forms: what a person reads before sending one. */

const longest = 600;
const headings = /^(h[1-6]|legend|caption|summary)$/;

const tidy = (text: string) => text.replace(/\s+/g, ' ').trim();
const joined = (...texts: (string | undefined)[]) => texts.map((text) => text ?? '').join(' ');

/** Told the tags of a page as they come; `current` is the form that is open. Fills `about` and `buttons` of forms. */
export function makeFormWords(current: () => PageForm | null) {
  let heading = '';
  let capturing: 'heading' | 'label' | 'button' | null = null;
  let captured = '';

  const add = (text: string) => {
    const form = current();
    if (form && text !== '') form.about = `${form.about ?? ''} ${text}`.slice(0, longest);
  };
  const press = (text: string) => {
    const form = current();
    if (form && (form.buttons ??= []).length < 20) form.buttons.push(tidy(text).slice(0, 80));
  };
  const capture = (what: 'heading' | 'label' | 'button', begun = '') => {
    capturing = what;
    captured = begun;
  };

  return {
    begin(attributes: Record<string, string>): void {
      add(tidy(joined(heading, attributes.id, attributes.name, attributes['aria-label'])));
    },
    open(tag: string, attributes: Record<string, string>): void {
      const { type = '', value, alt, title, placeholder, 'aria-label': label } = attributes;
      if (tag === 'label') capture('label');
      else if (headings.test(tag)) capture('heading');
      else if (tag === 'button' && !/^(button|reset)$/i.test(type))
        capture('button', `${joined(value, label ?? title)} `);
      else if (tag === 'input' && /^(submit|image)$/i.test(type)) press(joined(value, alt, title));
      else if (tag === 'input' || tag === 'textarea' || tag === 'select')
        add(tidy(joined(placeholder, label)).slice(0, 80));
    },
    text(value: string): void {
      if (capturing && captured.length < 200) captured += value;
    },
    close(tag: string): void {
      if (!capturing) return;
      const text = tidy(captured);
      if (capturing === 'button' && tag === 'button') {
        press(text);
        const field = current()?.fields.at(-1);
        if (field?.type === 'button') field.label = text.slice(0, 80);
      } else if (capturing === 'label' && tag === 'label') add(text);
      else if (capturing === 'heading' && headings.test(tag)) {
        heading = text;
        add(text);
      } else return;
      capturing = null;
    },
  };
}

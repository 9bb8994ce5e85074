import type { PageForm } from '#probes/web/form.ts';
import type { Sending } from './credentials.ts';

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

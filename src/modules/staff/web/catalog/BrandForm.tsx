import { Button, Radio, Textarea, TextInput } from '@mantine/core';
import { useForm, type LooseKeys } from '@mantine/form';
import { useState, type FormEvent, type ReactNode } from 'react';
import { FormError } from '#ui/FormError.tsx';
import { Panel } from '#ui/Panel.tsx';
import type { BrandDetail, BrandFields, Drawings } from '../../catalogSchemas.ts';
import { messageOf } from '../messages.ts';
import { BrandPreview, type PreviewLogo } from './BrandPreview.tsx';
import classes from './Catalog.module.css';
import { DrawingField } from './DrawingField.tsx';
import { fieldErrors } from './queries.ts';

export type BrandFormProps = {
  start: BrandFields;
  /** What the brand shows now; null for a new one. */
  logos: BrandDetail['logos'] | null;
  /** Asks for the id of a new brand. */
  withId?: boolean;
  mayEditAddress: boolean;
  saving: boolean;
  error: unknown;
  submitLabel: string;
  aside?: ReactNode;
  onSubmit: (fields: BrandFields, drawings: Drawings, brandId: string) => void;
};

type Picture = keyof Drawings;
const pictures: { field: Picture; label: string; description: string; onDark?: boolean }[] = [
  { field: 'brandLogo', label: 'Logo', description: 'Mark and name, for light ground.' },
  {
    field: 'brandLogoDark',
    label: 'Logo for dark ground',
    description: 'The same size as the other.',
    onDark: true,
  },
  { field: 'brandMark', label: 'Mark', description: 'Square, for the tab of the browser.' },
];

/** Lines of text as a list. */
const linesOf = (text: string): string[] => text.split(/[\s,]+/).filter(Boolean);

/** Everything of a brand that staff edit, with a preview beside it. What was typed stays when it is not taken. */
export function BrandForm({
  start,
  logos,
  withId = false,
  mayEditAddress,
  saving,
  error,
  submitLabel,
  aside,
  onSubmit,
}: BrandFormProps) {
  const form = useForm({ initialValues: start });
  const fields = form.values;
  const [brandId, setBrandId] = useState('');
  const [hosts, setHosts] = useState(start.hosts.join('\n'));
  const [drawings, setDrawings] = useState<Drawings>({});
  const [fresh, setFresh] = useState<Partial<Record<Picture, PreviewLogo>>>({});
  const errors = fieldErrors(error);
  const input = (name: LooseKeys<BrandFields>, fault: string = name) => ({
    ...form.getInputProps(name),
    error: errors[fault],
  });
  /** Nothing of its own for dark ground: the other logo stands there. */
  const lightOnDark =
    drawings.brandLogoDark === '' || (logos === null && drawings.brandLogoDark === undefined);
  const shown = (field: Picture): PreviewLogo | null =>
    fresh[field] ??
    (field === 'brandLogoDark' && lightOnDark ? (fresh.brandLogo ?? logos?.brandLogo) : logos?.[field]) ??
    null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit({ ...fields, hosts: linesOf(hosts) }, drawings, brandId.trim());
  };
  const addressNote = mayEditAddress ? undefined : 'Staff of every brand change this.';
  return (
    <form onSubmit={submit} noValidate className="grid gap-6">
      {Boolean(error) && <FormError>{errors[''] ?? messageOf(error)}</FormError>}
      <div className={classes.sides}>
        <div className="grid gap-6">
          <Panel title="Names and look">
            <div className={classes.fields}>
              {withId && (
                <TextInput
                  label="Id"
                  description="Lower-case letters, digits, and dashes; it cannot be changed later."
                  value={brandId}
                  maxLength={50}
                  onChange={(event) => setBrandId(event.currentTarget.value)}
                  error={errors['brandId'] ?? errors['channelId']}
                  className={classes.wide}
                  required
                />
              )}
              <TextInput
                label="Name"
                description="On emails and documents."
                maxLength={60}
                required
                {...input('brandNameLong')}
              />
              <TextInput
                label="Short name"
                description="Where there is little room."
                maxLength={30}
                required
                {...input('brandNameShort')}
              />
              <TextInput
                label="Accent color"
                description="Contrast is adjusted automatically."
                maxLength={7}
                leftSection={
                  <span
                    className={`${classes.swatch} flex-none border rounded-sm`}
                    style={{ background: fields.accent }}
                    aria-hidden
                  />
                }
                required
                {...input('accent', 'colours.accent')}
              />
              <Radio.Group label="Corners" description="Of cards and buttons." {...input('radius')}>
                <div className="row flex-wrap gap-3">
                  <Radio value="rounded" label="Rounded" mt={8} />
                  <Radio value="square" label="Square" mt={8} />
                </div>
              </Radio.Group>
            </div>
          </Panel>
          <Panel title="Logos" description="SVG files up to 64 kB that hold shapes only.">
            <div className={`${classes.drawings} grid items-start gap-5`}>
              {pictures.map(({ field, ...words }) => (
                <DrawingField
                  key={field}
                  {...words}
                  shown={shown(field)}
                  error={errors[field]}
                  onTake={(svg, logo) => {
                    setDrawings((before) => ({ ...before, [field]: svg }));
                    setFresh((before) => ({ ...before, [field]: logo }));
                  }}
                  onClear={
                    field === 'brandLogoDark' && !lightOnDark
                      ? () => {
                          setDrawings((before) => ({ ...before, brandLogoDark: '' }));
                          setFresh(({ brandLogoDark: _dark, ...rest }) => rest);
                        }
                      : undefined
                  }
                />
              ))}
            </div>
          </Panel>
          <Panel
            title="Address"
            description={
              addressNote ??
              'Its certificate and its name in DNS are set up by the portal operator. A browser at another address is sent here.'
            }
          >
            <div className={classes.fields}>
              <TextInput
                label="Web domain"
                description="Empty: the address of the installation."
                disabled={!mayEditAddress}
                {...input('webDomain')}
              />
              <TextInput
                label="Emails come from"
                description="Empty: the address of the installation."
                disabled={!mayEditAddress}
                type="email"
                {...input('mailFrom')}
              />
              <Textarea
                label="Further hosts"
                description="One on each line: they show this brand as well."
                value={hosts}
                onChange={(event) => setHosts(event.currentTarget.value)}
                error={
                  errors['hosts'] ?? Object.entries(errors).find(([name]) => name.startsWith('hosts['))?.[1]
                }
                disabled={!mayEditAddress}
                rows={2}
                className={classes.wide}
              />
            </div>
          </Panel>
          <Panel title="Contact and links">
            <div className={classes.fields}>
              <TextInput
                label="Domain of the support address"
                description={`support@${fields.emailDomain || 'example.com'}`}
                required
                {...input('emailDomain')}
              />
              <TextInput
                label="Concierge's email address"
                description="Messages of customers go there."
                type="email"
                required
                {...input('conciergeEmail')}
              />
              <TextInput label="Scheduling link" type="url" {...input('conciergeSchedulingLink')} />
              <TextInput label="Help center" type="url" required {...input('helpCenter')} />
              <TextInput label="Resources" type="url" required {...input('marketingCollateral')} />
              <TextInput label="Website" type="url" required {...input('links.website')} />
              <TextInput label="Terms" type="url" required {...input('links.terms')} />
              <TextInput label="Privacy" type="url" required {...input('links.privacy')} />
            </div>
          </Panel>
        </div>
        <div className={classes.aside}>
          <Panel title="Preview" size="small">
            <BrandPreview
              accent={fields.accent}
              radius={fields.radius}
              name={fields.brandNameShort || 'Your brand'}
              light={shown('brandLogo')}
              dark={shown('brandLogoDark')}
            />
          </Panel>
          {aside}
        </div>
      </div>
      <div className="row flex-wrap gap-3">
        <Button type="submit" loading={saving}>
          {submitLabel}
        </Button>
        <span className="text-dimmed">Everything you save is in the desk log.</span>
      </div>
    </form>
  );
}

import { Radio, Textarea, TextInput } from '@mantine/core';
import { useForm, type LooseKeys } from '@mantine/form';
import { useState, type ReactNode } from 'react';
import { Panel } from '#ui/page/Panel.tsx';
import type { BrandDetail, BrandFields, Drawings } from '../../catalogSchemas.ts';
import { BrandPreview, type PreviewLogo } from './BrandPreview.tsx';
import classes from './Catalog.module.css';
import { CatalogForm, IdField, type SavingProps } from './CatalogForm.tsx';
import { DrawingField } from './DrawingField.tsx';
import { fieldErrors } from './queries.ts';

export type BrandFormProps = SavingProps & {
  start: BrandFields;
  /** What the brand shows now; null for a new one. */
  logos: BrandDetail['logos'] | null;
  mayEditAddress: boolean;
  onSubmit: (fields: BrandFields, drawings: Drawings, brandId: string) => void;
};

/** Props of the field of that name. */
type Input = (name: LooseKeys<BrandFields>, fault?: string) => object;

const NamesPanel = ({ input, accent, id }: { input: Input; accent: string; id: ReactNode }) => (
  <Panel title="Names and look">
    <div className={classes.fields}>
      {id}
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
            style={{ background: accent }}
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
);

const AddressPanel = ({
  input,
  mayEdit,
  children,
}: {
  input: Input;
  mayEdit: boolean;
  children: ReactNode;
}) => (
  <Panel
    title="Address"
    description={
      mayEdit
        ? 'Its certificate and its name in DNS are set up by the portal operator. A browser at another address is sent here.'
        : 'Staff of every brand change this.'
    }
  >
    <div className={classes.fields}>
      <TextInput
        label="Web domain"
        description="Empty: the address of the installation."
        disabled={!mayEdit}
        {...input('webDomain')}
      />
      <TextInput
        label="Emails come from"
        description="Empty: the address of the installation."
        disabled={!mayEdit}
        type="email"
        {...input('mailFrom')}
      />
      {children}
    </div>
  </Panel>
);

const LinksPanel = ({ input, emailDomain }: { input: Input; emailDomain: string }) => (
  <Panel title="Contact and links">
    <div className={classes.fields}>
      <TextInput
        label="Domain of the support address"
        description={`support@${emailDomain || 'example.com'}`}
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
);

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

/** The drawings that were chosen, and what each place shows with them. */
function useDrawings(logos: BrandFormProps['logos']) {
  const [drawings, setDrawings] = useState<Drawings>({});
  const [fresh, setFresh] = useState<Partial<Record<Picture, PreviewLogo>>>({});
  /** Nothing of its own for dark ground: the other logo stands there. */
  const lightOnDark =
    drawings.brandLogoDark === '' || (logos === null && drawings.brandLogoDark === undefined);
  return {
    drawings,
    lightOnDark,
    shown: (field: Picture): PreviewLogo | null =>
      fresh[field] ??
      (field === 'brandLogoDark' && lightOnDark ? (fresh.brandLogo ?? logos?.brandLogo) : logos?.[field]) ??
      null,
    take: (field: Picture, svg: string, logo: PreviewLogo) => {
      setDrawings((before) => ({ ...before, [field]: svg }));
      setFresh((before) => ({ ...before, [field]: logo }));
    },
    clearDark: () => {
      setDrawings((before) => ({ ...before, brandLogoDark: '' }));
      setFresh(({ brandLogoDark: _dark, ...rest }) => rest);
    },
  };
}

/** Lines of text as a list. */
const linesOf = (text: string): string[] => text.split(/[\s,]+/).filter(Boolean);

/** Everything of a brand that staff edit, with a preview beside it. What was typed stays when it is not taken. */
export function BrandForm({
  start,
  logos,
  withId = false,
  mayEditAddress,
  aside,
  onSubmit,
  ...frame
}: BrandFormProps) {
  const form = useForm({ initialValues: start });
  const fields = form.values;
  const [brandId, setBrandId] = useState('');
  const [hosts, setHosts] = useState(start.hosts.join('\n'));
  const { drawings, lightOnDark, shown, take, clearDark } = useDrawings(logos);
  const errors = fieldErrors(frame.error);
  const input: Input = (name, fault = name) => ({ ...form.getInputProps(name), error: errors[fault] });
  const id = withId && (
    <IdField value={brandId} error={errors['brandId'] ?? errors['channelId']} onChange={setBrandId} />
  );
  return (
    <CatalogForm
      {...frame}
      onSubmit={() => onSubmit({ ...fields, hosts: linesOf(hosts) }, drawings, brandId.trim())}
      aside={
        <>
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
        </>
      }
    >
      <NamesPanel input={input} accent={fields.accent} id={id} />
      <Panel title="Logos" description="SVG files up to 64 kB that hold shapes only.">
        <div className={`${classes.drawings} grid items-start gap-5`}>
          {pictures.map(({ field, ...words }) => (
            <DrawingField
              key={field}
              {...words}
              shown={shown(field)}
              error={errors[field]}
              onTake={(svg, logo) => take(field, svg, logo)}
              onClear={field === 'brandLogoDark' && !lightOnDark ? clearDark : undefined}
            />
          ))}
        </div>
      </Panel>
      <AddressPanel input={input} mayEdit={mayEditAddress}>
        <Textarea
          label="Further hosts"
          description="One on each line: they show this brand as well."
          value={hosts}
          onChange={(event) => setHosts(event.currentTarget.value)}
          error={errors['hosts'] ?? Object.entries(errors).find(([name]) => name.startsWith('hosts['))?.[1]}
          disabled={!mayEditAddress}
          rows={2}
          className={classes.wide}
        />
      </AddressPanel>
      <LinksPanel input={input} emailDomain={fields.emailDomain} />
    </CatalogForm>
  );
}

import { useNavigate, useParams } from 'react-router';
import { useChange } from '#platform/web/useChange.ts';
import { PageHeader } from '#ui/page/PageHeader.tsx';
import { staffCatalogContract } from '../../catalogContract.ts';
import type { BrandDetail, BrandFields, Drawings } from '../../catalogSchemas.ts';
import { staffPaths } from '../../paths.ts';
import { BrandForm } from './BrandForm.tsx';
import { backTo, WhenLoaded } from '../WhenLoaded.tsx';
import { renewCatalog, useBrand, useOptions } from './queries.ts';
import { lastEdit } from './StandingPill.tsx';
import { StandingPanel } from './StandingPanel.tsx';

const back = backTo(staffPaths.brands, 'Brands');

function EditBrand({ brand, everyBrand }: { brand: BrandDetail; everyBrand: boolean }) {
  const { brandId, version } = brand;
  const common = { after: renewCatalog, failed: () => null };
  const save = useChange(staffCatalogContract.saveBrand, {
    ...common,
    done: () => 'Saved. Every page shows it within seconds.',
  });
  const revert = useChange(staffCatalogContract.revertBrand, {
    ...common,
    done: () => "The file's version is in use.",
  });
  return (
    <>
      <PageHeader
        trail={back}
        title={brand.fields.brandNameLong}
        purpose={lastEdit(brand) || 'Names, looks and addresses of this portal.'}
      />
      <BrandForm
        key={version}
        start={brand.fields}
        logos={brand.logos}
        mayEditAddress={everyBrand}
        saving={save.isPending}
        error={save.error}
        submitLabel="Save"
        onSubmit={(fields, drawings) => save.mutate({ brandId, version, fields, drawings })}
        aside={
          <StandingPanel
            standing={brand}
            history={brand.history}
            name={brand.fields.brandNameLong}
            reverting={{
              busy: revert.isPending,
              error: revert.error,
              onRevert: () => revert.mutate({ brandId, version }),
            }}
          />
        }
      />
    </>
  );
}

export function BrandScreen() {
  const { brandId = '' } = useParams();
  const brand = useBrand(brandId);
  const options = useOptions();
  return (
    <WhenLoaded of={brand} what="the brand">
      {(data) => <EditBrand brand={data} everyBrand={options.data?.everyBrand ?? false} />}
    </WhenLoaded>
  );
}

const blank: BrandFields = {
  brandNameLong: '',
  brandNameShort: '',
  webDomain: '',
  hosts: [],
  emailDomain: '',
  mailFrom: '',
  conciergeEmail: '',
  conciergeSchedulingLink: '',
  helpCenter: '',
  marketingCollateral: '',
  accent: '#0f766e',
  radius: 'rounded',
  links: { website: '', terms: '', privacy: '' },
};

export function NewBrandScreen() {
  const navigate = useNavigate();
  const create = useChange(staffCatalogContract.createBrand, {
    after: renewCatalog,
    done: () => 'The brand was created. Its first channel has the same name.',
    failed: () => null,
  });
  const submit = (fields: BrandFields, drawings: Drawings, brandId: string) =>
    create.mutate(
      { brandId, fields, drawings },
      { onSuccess: () => void navigate(staffPaths.brand(brandId)) },
    );
  return (
    <>
      <PageHeader
        trail={back}
        title="New brand"
        purpose="A portal under another name. It starts with one channel that sells the same as the default brand's channel, without its discounts."
      />
      <BrandForm
        start={blank}
        logos={null}
        withId
        mayEditAddress
        saving={create.isPending}
        error={create.error}
        submitLabel="Create brand"
        onSubmit={submit}
      />
    </>
  );
}

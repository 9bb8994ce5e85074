import { useNavigate, useParams } from 'react-router';
import { useChange } from '#platform/web/useChange.ts';
import { PageHeader } from '#ui/page/PageHeader.tsx';
import { staffCatalogContract } from '../../catalogContract.ts';
import type { CatalogOptions, ChannelDetail, ChannelFields } from '../../catalogSchemas.ts';
import { staffPaths } from '../../paths.ts';
import { backTo, WhenLoaded } from '../WhenLoaded.tsx';
import { ChannelForm } from './ChannelForm.tsx';
import { renewCatalog, useChannel, useOptions } from './queries.ts';
import { lastEdit } from './StandingPill.tsx';
import { StandingPanel } from './StandingPanel.tsx';

const back = backTo(staffPaths.channels, 'Channels');

function EditChannel({ channel, options }: { channel: ChannelDetail; options: CatalogOptions }) {
  const { channelId, version } = channel;
  const common = { after: renewCatalog, failed: () => null };
  const save = useChange(staffCatalogContract.saveChannel, {
    ...common,
    done: () => 'Saved. It holds within seconds.',
  });
  const revert = useChange(staffCatalogContract.revertChannel, {
    ...common,
    done: () => "The file's version is in use.",
  });
  return (
    <>
      <PageHeader
        trail={back}
        title={channelId}
        purpose={lastEdit(channel) || 'Trial, plans and discounts of this channel.'}
      />
      <ChannelForm
        key={version}
        start={channel.fields}
        options={options}
        saving={save.isPending}
        error={save.error}
        submitLabel="Save"
        onSubmit={(fields) => save.mutate({ channelId, version, fields })}
        aside={
          <StandingPanel
            standing={channel}
            history={channel.history}
            name={channelId}
            reverting={{
              busy: revert.isPending,
              error: revert.error,
              onRevert: () => revert.mutate({ channelId, version }),
            }}
          />
        }
      />
    </>
  );
}

export function ChannelScreen() {
  const { channelId = '' } = useParams();
  const channel = useChannel(channelId);
  const options = useOptions();
  return (
    <WhenLoaded of={channel} what="the channel">
      {(data) => (
        <WhenLoaded of={options} what="plans and coupons">
          {(chosen) => <EditChannel channel={data} options={chosen} />}
        </WhenLoaded>
      )}
    </WhenLoaded>
  );
}

const blankFor = ({ brands, plans }: CatalogOptions): ChannelFields => ({
  brandId: brands[0]?.brandId ?? '',
  defaultForBrand: false,
  trialEnabled: true,
  trialDays: 30,
  defaultPlan: plans[0]?.planId ?? '',
  eligiblePlans: [],
  discountTitle: '',
  discountDescription: '',
  promotions: [],
  validUntil: '',
});

export function NewChannelScreen() {
  const navigate = useNavigate();
  const options = useOptions();
  const create = useChange(staffCatalogContract.createChannel, {
    after: renewCatalog,
    done: () => 'The channel is there.',
    failed: () => null,
  });
  return (
    <>
      <PageHeader
        trail={back}
        title="New channel"
        purpose="A way customers reach you. Give it subscription ids once it exists."
      />
      <WhenLoaded of={options} what="plans and coupons">
        {(chosen) => (
          <ChannelForm
            start={blankFor(chosen)}
            options={chosen}
            withId
            saving={create.isPending}
            error={create.error}
            submitLabel="Create channel"
            onSubmit={(fields, channelId) =>
              create.mutate(
                { channelId, fields },
                { onSuccess: () => void navigate(staffPaths.channel(channelId)) },
              )
            }
          />
        )}
      </WhenLoaded>
    </>
  );
}

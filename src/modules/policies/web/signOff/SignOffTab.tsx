import { Button } from '@mantine/core';
import IconUserPlus from '@tabler/icons-react/dist/esm/icons/IconUserPlus.mjs';
import { lazy, Suspense } from 'react';
import { planPath } from '#modules/plans/paths.ts';
import { EmptyState } from '#ui/page/EmptyState.tsx';
import { Link } from '#ui/text/Link.tsx';
import { Panel } from '#ui/page/Panel.tsx';
import { ScreenFailure } from '#ui/page/ScreenFailure.tsx';
import { SkeletonPanel } from '#ui/page/SkeletonPanel.tsx';
import { useDialog } from '#ui/form/useDialog.ts';
import { DrawingPeople } from '#ui/drawings/DrawingPeople.tsx';
import { DrawingPolicy } from '#ui/drawings/DrawingPolicy.tsx';
import { policiesPaths } from '../../paths.ts';
import { isRefusal, messageOf } from './messages.ts';
import { PeoplePanel } from './PeoplePanel.tsx';
import { PoliciesToSign } from './PoliciesToSign.tsx';
import { useStanding, type Signer, type Standing } from './queries.ts';
import { RemindDialog, RemoveSignerDialog } from './SignerDialogs.tsx';
import { SignerDetails } from './SignerDetails.tsx';
import { Summary } from './Summary.tsx';

const loadAdd = () => import('./AddPeopleDialog.tsx');
const AddPeopleDialog = lazy(async () => ({ default: (await loadAdd()).AddPeopleDialog }));

export type SignOffDialog =
  | { kind: 'add' }
  | { kind: 'remind-all' }
  | { kind: 'person' | 'remove'; person: Signer };
export type ShowDialog = (dialog: SignOffDialog, from: HTMLElement | null) => void;

function Trouble({ error, ...rest }: { error: unknown; retrying: boolean; onRetry: () => void }) {
  const locked = isRefusal(error, 'sign-off-not-in-plan');
  return (
    <ScreenFailure
      title={locked ? 'Signatures are not part of your plan' : 'The signatures could not be loaded'}
      kept="Every signature stays on record."
      plansHref={locked ? planPath : undefined}
      {...rest}
    >
      {messageOf(error)}
    </ScreenFailure>
  );
}

/** What comes first where people cannot sign anything yet; null once they can. */
function FirstStep({ standing, onAdd }: { standing: Standing; onAdd: (from: HTMLElement | null) => void }) {
  if (standing.policies.length === 0)
    return (
      <Panel>
        <EmptyState
          drawing={<DrawingPolicy />}
          title="Approve a policy first"
          action={
            <Button component={Link} href={policiesPaths.home}>
              Go to your policies
            </Button>
          }
        >
          People sign policies that are in force. As soon as one is approved, you choose here who reads and
          signs it, and see everyone's progress.
        </EmptyState>
      </Panel>
    );
  if (standing.people === 0)
    return (
      <Panel>
        <EmptyState
          drawing={<DrawingPeople />}
          title="Who works with you?"
          action={
            <Button
              leftSection={<IconUserPlus size={18} stroke={1.75} aria-hidden />}
              onClick={(event) => onAdd(event.currentTarget)}
            >
              Add people
            </Button>
          }
        >
          Add the people on your team by name and email address. They need no account: each gets a personal
          link by email, reads, and signs.
        </EmptyState>
      </Panel>
    );
  return null;
}

/** Who signs which policy, and how far they are. */
export function SignOffTab() {
  const standing = useStanding();
  const dialog = useDialog<SignOffDialog>();
  if (standing.isPending)
    return (
      <div className="stack gap-card">
        <SkeletonPanel lines={3} height={168} label="Loading signatures" />
        <SkeletonPanel lines={5} height={320} label="Loading policies to sign" />
        <SkeletonPanel lines={8} height={560} label="Loading your team" />
      </div>
    );
  if (!standing.data)
    return (
      <Trouble
        error={standing.error}
        retrying={standing.isFetching}
        onRetry={() => void standing.refetch()}
      />
    );
  const { data } = standing;
  const asked = data.policies.some((one) => one.asked);
  const add = (from: HTMLElement | null) => dialog.show({ kind: 'add' }, from);
  const { open } = dialog;
  return (
    <div className="stack gap-card">
      <FirstStep standing={data} onAdd={add} />
      {data.people > 0 && asked && (
        <Summary standing={data} onRemindAll={(from) => dialog.show({ kind: 'remind-all' }, from)} />
      )}
      {data.policies.length > 0 && <PoliciesToSign standing={data} />}
      {data.people > 0 && (
        <PeoplePanel asked={asked} onAdd={add} onApproachAdd={() => void loadAdd()} onDialog={dialog.show} />
      )}
      {open?.kind === 'add' && (
        <Suspense fallback={null}>
          <AddPeopleDialog asked={asked} onClose={dialog.close} />
        </Suspense>
      )}
      {open?.kind === 'remind-all' && (
        <RemindDialog waiting={data.people - data.done} onClose={dialog.close} />
      )}
      {open?.kind === 'person' && (
        <SignerDetails
          person={open.person}
          onRemove={() => dialog.show({ kind: 'remove', person: open.person }, null)}
          onClose={dialog.close}
        />
      )}
      {open?.kind === 'remove' && <RemoveSignerDialog person={open.person} onClose={dialog.close} />}
    </div>
  );
}

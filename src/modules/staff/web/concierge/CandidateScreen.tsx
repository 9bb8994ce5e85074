import { Button, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import { useChange } from '#platform/web/useChange.ts';
import { useChangeForm } from '#platform/web/useChangeForm.ts';
import { FormDialog } from '#ui/form/FormDialog.tsx';
import { FormError } from '#ui/form/FormError.tsx';
import { PageHeader } from '#ui/page/PageHeader.tsx';
import { Panel } from '#ui/page/Panel.tsx';
import { staffConciergeContract } from '../../conciergeContract.ts';
import type { CandidateKey } from '../../conciergeSchemas.ts';
import { staffPaths } from '../../paths.ts';
import { backTo, WhenLoaded } from '../WhenLoaded.tsx';
import { messageOf } from '../messages.ts';
import { deskModal } from '../ReasonField.tsx';
import classes from './Concierge.module.css';
import { PublishWeakness } from './PublishWeakness.tsx';
import { renewConcierge, useCandidate } from './queries.ts';

const back = backTo(staffPaths.candidates, 'Candidates');

function SetAside({ candidate, onDone }: { candidate: CandidateKey; onDone: () => void }) {
  const [open, setOpen] = useState(false);
  const decide = useChange(staffConciergeContract.decideCandidate, {
    after: renewConcierge,
    done: () => 'Set aside. It is not proposed again.',
    failed: () => null,
  });
  const form = useChangeForm(decide, {
    start: { note: '' },
    rules: { note: (note) => note.trim() === '' && 'Please say why.' },
    follows: true,
    messageOf,
  });
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        Set aside
      </Button>
      <FormDialog
        title="Set this candidate aside?"
        size={520}
        modal={{ opened: open, ...deskModal }}
        actions="flex flex-wrap justify-end gap-3 mt-6"
        form={form.sends(({ note }) => ({ ...candidate, state: 'dismissed', note }), onDone)}
        busy={form.busy}
        error={form.failure}
        submit="Set aside"
        onClose={() => setOpen(false)}
      >
        <Textarea
          label="Reason"
          description="It is in the activity log of the organization."
          maxLength={1000}
          rows={4}
          required
          data-autofocus
          {...form.input('note')}
        />
      </FormDialog>
    </>
  );
}

function SetAsideAlready({ candidate }: { candidate: CandidateKey }) {
  const decide = useChange(staffConciergeContract.decideCandidate, {
    after: renewConcierge,
    done: () => 'It waits for a decision again.',
    failed: () => null,
  });
  return (
    <Panel title="It was set aside" description="Take it up again to publish it.">
      {decide.error ? <FormError>{messageOf(decide.error)}</FormError> : null}
      <Button loading={decide.isPending} onClick={() => decide.mutate({ ...candidate, state: 'proposed' })}>
        Take it up again
      </Button>
    </Panel>
  );
}

/** What a rating or a scan proposes, in the words of its type, to be worded, published or set aside. */
export function CandidateScreen() {
  const { orgId = '' } = useParams();
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const candidate: CandidateKey = { orgId, type: params.get('type') ?? '', asset: params.get('asset') ?? '' };
  const found = useCandidate(candidate);
  const publish = useChange(staffConciergeContract.publishCandidate, {
    after: renewConcierge,
    done: () => 'The weakness is published.',
    failed: () => null,
  });
  const leave = () => void navigate(staffPaths.candidates);
  return (
    <WhenLoaded of={found} what="the candidate">
      {({ companyName, state, fields }) => (
        <>
          <PageHeader
            trail={back}
            title={fields.title}
            purpose={`Proposed for ${companyName}. Only staff see it so far.`}
          />
          {state === 'dismissed' && <SetAsideAlready candidate={candidate} />}
          {state === 'published' && <p className={classes.hint}>Someone has published it in the meantime.</p>}
          {state === 'proposed' && (
            <PublishWeakness
              start={fields}
              fixedAsset
              companyName={companyName}
              busy={publish.isPending}
              error={publish.error}
              more={<SetAside candidate={candidate} onDone={leave} />}
              onPublish={(given) =>
                publish.mutate(
                  { ...candidate, fields: given },
                  { onSuccess: ({ data }) => void navigate(staffPaths.weakness(orgId, data.weaknessId)) },
                )
              }
            />
          )}
        </>
      )}
    </WhenLoaded>
  );
}

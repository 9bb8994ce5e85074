import { Button, Checkbox, NativeSelect, Textarea } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { useNavigate, useParams } from 'react-router';
import { shownDay, shownTime } from '#platform/dates.ts';
import { CallError } from '#platform/web/call.ts';
import { useChange } from '#platform/web/useChange.ts';
import { FormError } from '#ui/form/FormError.tsx';
import { KeyValueList } from '#ui/page/KeyValueList.tsx';
import { Link } from '#ui/text/Link.tsx';
import { PageHeader } from '#ui/page/PageHeader.tsx';
import { Panel } from '#ui/page/Panel.tsx';
import { SeverityBadge } from '#ui/badge/SeverityBadge.tsx';
import type { SeverityName } from '#ui/badge/severity.ts';
import { StatusPill } from '#ui/badge/StatusPill.tsx';
import { eventWords } from '#modules/concierge/contract.ts';
import { staffConciergeContract } from '../../conciergeContract.ts';
import type { WeaknessDetail, WeaknessFields } from '../../conciergeSchemas.ts';
import { staffPaths } from '../../paths.ts';
import catalog from '../catalog/Catalog.module.css';
import { backTo, WhenLoaded } from '../WhenLoaded.tsx';
import { messageOf } from '../messages.ts';
import { useOrganization } from '../queries.ts';
import staff from '../Staff.module.css';
import classes from './Concierge.module.css';
import { LeaveGuard } from './LeaveGuard.tsx';
import { PublishWeakness } from './PublishWeakness.tsx';
import { renewConcierge, useWeakness } from './queries.ts';
import { WeaknessForm, weaknessProblems } from './WeaknessForm.tsx';
import { invalidFields, sources, statusTones } from './words.ts';

const back = backTo(staffPaths.weaknesses, 'Weaknesses');
const statuses = ['Open', 'Resolved', 'Not Relevant', 'No Status'] as const;

/** Says who saved meanwhile, and what becomes of what was typed. */
const failureOf = (error: unknown): string =>
  error instanceof CallError && error.code === 'changed-meanwhile'
    ? 'Someone else changed this weakness in the meantime. What you typed is still here: look at the history beside it, and save again if it still holds.'
    : messageOf(error);

/** Sets the status, with words that the customer reads. */
function StatusPanel({ weakness }: { weakness: WeaknessDetail }) {
  const { orgId, weaknessId, version, check, threadId } = weakness;
  // what nobody has chosen here follows what others do meanwhile; what was typed stays
  const [picked, setPicked] = useState<WeaknessDetail['status'] | null>(null);
  const [answering, setAnswering] = useState<boolean | null>(null);
  const [note, setNote] = useState('');
  const status = picked ?? weakness.status;
  const answer = answering ?? check !== null;
  const [tried, setTried] = useState(false);
  const save = useChange(staffConciergeContract.changeWeakness, {
    after: renewConcierge,
    done: () => (answer ? 'The customer is answered.' : 'The status is set.'),
    failed: () => null,
  });
  const needsWords = answer && note.trim() === '';
  const isSame = status === weakness.status && !answer;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (needsWords || isSame) return;
    save.mutate(
      { orgId, weaknessId, version, note, answer, ...(status === weakness.status ? {} : { status }) },
      {
        onSuccess: () => {
          setNote('');
          setTried(false);
          setPicked(null);
          setAnswering(null);
        },
        onError: () => void renewConcierge(),
      },
    );
  };
  return (
    <Panel title="Status" size="small">
      {check && (
        <div className={`${classes.check} grid justify-items-start gap-1.5 mb-4`}>
          <StatusPill tone="accent">Says it is fixed</StatusPill>
          <p>
            <bdi>{check.by}</bdi>, {shownTime(check.since)}
          </p>
          {check.note && (
            <p
              className={`${classes.quote} text-body leading-5 wrap-anywhere whitespace-pre-line rounded-sm bg-hover px-3 py-2`}
            >
              {check.note}
            </p>
          )}
        </div>
      )}
      <form onSubmit={submit} noValidate className="grid gap-3">
        {save.error ? <FormError>{failureOf(save.error)}</FormError> : null}
        <NativeSelect
          label="Status"
          value={status}
          onChange={(event) => setPicked(event.currentTarget.value as WeaknessDetail['status'])}
          data={[...statuses]}
        />
        <Textarea
          label="Note"
          description="The customer reads it in the history."
          value={note}
          maxLength={1000}
          rows={3}
          onChange={(event) => setNote(event.currentTarget.value)}
          error={tried && needsWords ? 'Please write what to answer.' : null}
        />
        {threadId !== null && (
          <Checkbox
            label="Answer with this note in the conversation too"
            checked={answer}
            onChange={(event) => setAnswering(event.currentTarget.checked)}
          />
        )}
        <Button type="submit" loading={save.isPending} disabled={isSame}>
          {answer ? 'Answer and save' : 'Set status'}
        </Button>
      </form>
    </Panel>
  );
}

function History({ weakness }: { weakness: WeaknessDetail }) {
  return (
    <Panel title="History" size="small">
      <ol className={`${classes.history} gap-3.5 grid`}>
        {weakness.history.map(({ at, act, status, note, by }) => (
          <li key={`${at} ${act} ${status}`}>
            <span>{eventWords(act, status)}</span>
            <span className={classes.hint}>
              {shownTime(at)}, <bdi>{by || 'the portal'}</bdi>
            </span>
            {note && (
              <span
                className={`${classes.quote} text-body leading-5 wrap-anywhere whitespace-pre-line rounded-sm bg-hover px-3 py-2`}
              >
                {note}
              </span>
            )}
          </li>
        ))}
      </ol>
    </Panel>
  );
}

const factsOf = (weakness: WeaknessDetail) => [
  {
    key: 'organization',
    label: 'Organization',
    value: (
      <Link className={staff.name} href={staffPaths.organization(weakness.orgId)}>
        {weakness.companyName}
      </Link>
    ),
  },
  { key: 'brand', label: 'Brand', value: weakness.brand },
  { key: 'source', label: 'Found by', value: sources[weakness.source] },
  { key: 'reported', label: 'Reported', value: shownDay(weakness.reportedOn) },
  ...(weakness.threadId
    ? [
        {
          key: 'talk',
          label: 'Conversation',
          value: (
            <Link className={staff.name} href={staffPaths.conversation(weakness.orgId, weakness.threadId)}>
              Open
            </Link>
          ),
        },
      ]
    : []),
];

function EditWeakness({ weakness }: { weakness: WeaknessDetail }) {
  const { orgId, weaknessId } = weakness;
  const [fields, setFields] = useState<WeaknessFields>(weakness.fields);
  const [saved, setSaved] = useState<WeaknessFields>(weakness.fields);
  const [tried, setTried] = useState(false);
  const save = useChange(staffConciergeContract.changeWeakness, {
    after: renewConcierge,
    done: () => 'The weakness is changed.',
    failed: () => null,
  });
  const dirty = JSON.stringify(fields) !== JSON.stringify(saved);
  const errors = { ...invalidFields(save.error), ...(tried ? weaknessProblems(fields) : {}) };
  const first = Object.values(errors)[0];
  const submit = () => {
    setTried(true);
    if (Object.keys(weaknessProblems(fields)).length > 0) return;
    save.mutate(
      { orgId, weaknessId, version: weakness.version, fields },
      { onSuccess: () => setSaved(fields), onError: () => void renewConcierge() },
    );
  };
  return (
    <>
      <LeaveGuard dirty={dirty && !save.isPending} />
      <PageHeader
        trail={back}
        title={saved.title}
        badge={
          <>
            <SeverityBadge severity={saved.severity.toLowerCase() as SeverityName} />
            <StatusPill tone={statusTones[weakness.status]}>{weakness.status}</StatusPill>
            {weakness.check && <StatusPill tone="accent">Says it is fixed</StatusPill>}
          </>
        }
        purpose={`Of ${weakness.companyName}.`}
      />
      <div className={catalog.sides}>
        <div className="grid gap-6">
          {(first ?? save.error) ? (
            <FormError>{first ? `Nothing is saved yet. ${first}` : failureOf(save.error)}</FormError>
          ) : null}
          <Panel
            title="Weakness"
            description="As the customer reads it."
            actions={
              <Button loading={save.isPending} disabled={!dirty} onClick={submit}>
                Save
              </Button>
            }
          >
            <WeaknessForm
              fields={fields}
              errors={errors}
              fixedAsset={weakness.source !== 'staff'}
              onChange={(part) => setFields((before) => ({ ...before, ...part }))}
            />
          </Panel>
        </div>
        <div className={catalog.aside}>
          <StatusPanel weakness={weakness} />
          <Panel title="About" size="small">
            <KeyValueList items={factsOf(weakness)} />
          </Panel>
          <History weakness={weakness} />
        </div>
      </div>
    </>
  );
}

export function WeaknessScreen() {
  const { orgId = '', weaknessId = '' } = useParams();
  const weakness = useWeakness(orgId, weaknessId);
  return (
    <WhenLoaded of={weakness} what="the weakness">
      {(data) => <EditWeakness key={weaknessId} weakness={data} />}
    </WhenLoaded>
  );
}

const blank: WeaknessFields = { title: '', severity: 'Medium', asset: '', evidence: '', body: [] };

/** A weakness that staff found themselves. */
export function NewWeaknessScreen() {
  const { orgId = '' } = useParams();
  const navigate = useNavigate();
  const organization = useOrganization(orgId);
  const create = useChange(staffConciergeContract.createWeakness, {
    after: renewConcierge,
    done: () => 'The weakness is published.',
    failed: () => null,
  });
  return (
    <WhenLoaded of={organization} what="the organization">
      {({ organization: { companyName } }) => (
        <>
          <PageHeader trail={back} title="New weakness" purpose={`For ${companyName}.`} />
          <PublishWeakness
            start={blank}
            fixedAsset={false}
            companyName={companyName}
            busy={create.isPending}
            error={create.error}
            onPublish={(fields) =>
              create.mutate(
                { orgId, fields },
                { onSuccess: ({ data }) => void navigate(staffPaths.weakness(orgId, data.weaknessId)) },
              )
            }
          />
        </>
      )}
    </WhenLoaded>
  );
}

import { Button } from '@mantine/core';
import IconPencil from '@tabler/icons-react/dist/esm/icons/IconPencil.mjs';
import { lazy, Suspense } from 'react';
import { useNavigate } from 'react-router';
import { shownDay } from '#platform/dates.ts';
import { BackLink } from '#ui/page/BackLink.tsx';
import { Link } from '#ui/text/Link.tsx';
import { PageHeader } from '#ui/page/PageHeader.tsx';
import { useDialog } from '#ui/form/useDialog.ts';
import type { Policy, StoredVersion } from '../../entities.ts';
import { policiesPaths } from '../../paths.ts';
import { useSavePolicy } from '../changes.ts';
import editor from '../editor/Editor.module.css';
import { isRefusal, messageOf } from '../messages.ts';
import { Paper, PolicyText } from '../Paper.tsx';
import { approvedBy } from '../../rules.ts';
import { PolicyFacts } from './PolicyFacts.tsx';
import { PolicyMenu } from '../PolicyMenu.tsx';
import { standingOf, StandingPill } from '../PolicyPills.tsx';
import classes from './Reading.module.css';
import { bodyOf, workOf } from '../editor/work.ts';

const ApproveDialog = lazy(async () => ({
  default: (await import('../dialogs/ApproveDialog.tsx')).ApproveDialog,
}));
const NewTemplateDialog = lazy(async () => ({
  default: (await import('../dialogs/NewTemplateDialog.tsx')).NewTemplateDialog,
}));

type PolicyReadingProps = { policy: Policy; versions: StoredVersion[] };

/** Where this version stands among the others, if it is not the only one. */
function Standing({ policy, versions }: PolicyReadingProps) {
  const current = versions.find((one) => one.inForce);
  const draft = versions.find((one) => one.status === 'Draft');
  return (
    <div className={editor.notices}>
      {!policy.inForce && (
        <section className={editor.notice} data-tone="warning" aria-label="Replaced">
          <p>
            <strong>This version no longer holds.</strong> It is kept as it was approved.
          </p>
          {current && (
            <Button
              component={Link}
              variant="default"
              href={policiesPaths.version(current.id, current.version)}
            >
              Open version {current.version}
            </Button>
          )}
        </section>
      )}
      {policy.inForce && draft && (
        <section className={editor.notice} aria-label="Open draft">
          <p>
            A draft of version {draft.version} is open, last saved by <bdi>{draft.savedBy}</bdi>. This version
            stays in force until that is approved.
          </p>
          <Button component={Link} variant="default" href={policiesPaths.version(draft.id, draft.version)}>
            Open draft
          </Button>
        </section>
      )}
    </div>
  );
}

type Dialog = 'approve' | 'template';
type ReadingDialogsProps = { policy: Policy; dialog: ReturnType<typeof useDialog<Dialog>> };

function ReadingDialogs({ policy, dialog }: ReadingDialogsProps) {
  const navigate = useNavigate();
  const approve = useSavePolicy();
  return (
    <Suspense fallback={null}>
      {dialog.open === 'approve' && (
        <ApproveDialog
          name={policy.name}
          version={policy.version + 1}
          note=""
          missing={[]}
          onMissing={() => {}}
          busy={approve.isPending}
          error={
            approve.error
              ? isRefusal(approve.error, 'changed-meanwhile')
                ? 'Someone else changed this policy in the meantime. Reload the page to see it as it is now.'
                : messageOf(approve.error)
              : null
          }
          onApprove={(approval) =>
            approve.mutate(
              {
                policy: {
                  ...bodyOf({ base: policy, now: workOf(policy), etag: policy.etag }),
                  ...approval,
                  textHash: policy.textHash,
                  status: 'Active',
                  mode: null,
                },
              },
              {
                onSuccess: ({ data }) => {
                  dialog.close();
                  void navigate(policiesPaths.version(data.id, data.version), { replace: true });
                },
              },
            )
          }
          onClose={dialog.close}
        />
      )}
      {dialog.open === 'template' && (
        <NewTemplateDialog
          policy={policy}
          dirty={false}
          onClose={dialog.close}
          onTaken={(next) => {
            dialog.close();
            void navigate(policiesPaths.version(next.id, next.version));
          }}
        />
      )}
    </Suspense>
  );
}

/** An approved version, as it was approved, with what proves it. */
export function PolicyReading({ policy, versions }: PolicyReadingProps) {
  const dialog = useDialog<Dialog>();
  const draft = versions.find((one) => one.status === 'Draft');
  const approveAgain = policy.inForce && !draft;
  const editAddress = `${policiesPaths.version(policy.id, policy.version)}?show=edit`;
  return (
    <>
      <PageHeader
        trail={<BackLink href={policiesPaths.home}>Security Policies</BackLink>}
        title={<bdi>{policy.name}</bdi>}
        badge={
          <span className="inline-row flex-wrap gap-2 text-dimmed">
            <StandingPill standing={standingOf(policy)} />
            Version {policy.version}
          </span>
        }
        {...(policy.template ? { purpose: policy.template.summary } : {})}
        menu={
          <PolicyMenu
            policy={policy}
            {...(approveAgain ? { onApproveAgain: (from) => dialog.show('approve', from) } : {})}
            {...(policy.newerTemplate && approveAgain
              ? { onNewTemplate: (from) => dialog.show('template', from) }
              : {})}
          />
        }
        action={
          approveAgain && (
            <Button
              component={Link}
              href={editAddress}
              leftSection={<IconPencil size={18} stroke={1.75} aria-hidden />}
            >
              Edit
            </Button>
          )
        }
      />
      <Standing policy={policy} versions={versions} />
      <div className={`${classes.columns} stack items-start gap-card`}>
        <Paper
          title={policy.name}
          // the words are the company's own
          {...(policy.custom ? { foot: null } : {})}
          meta={[
            `Version ${policy.version}`,
            policy.approvalDate && `approved ${shownDay(policy.approvalDate)} by ${approvedBy(policy)}`,
          ]
            .filter(Boolean)
            .join(', ')}
        >
          <PolicyText blocks={policy.blocks} />
        </Paper>
        <PolicyFacts
          policy={policy}
          onNewTemplate={
            policy.newerTemplate && approveAgain ? (from) => dialog.show('template', from) : null
          }
        />
      </div>
      <ReadingDialogs policy={policy} dialog={dialog} />
    </>
  );
}

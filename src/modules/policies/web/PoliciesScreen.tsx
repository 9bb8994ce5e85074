import { skipToken, useQuery } from '@tanstack/react-query';
import { plansContract, type PlanProfile } from '#modules/plans/contract.ts';
import { ActionIcon, Button, Menu } from '@mantine/core';
import IconBuilding from '@tabler/icons-react/dist/esm/icons/IconBuilding.mjs';
import IconDots from '@tabler/icons-react/dist/esm/icons/IconDots.mjs';
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs';
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs';
import { lazy, Suspense, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { planPath } from '#modules/plans/paths.ts';
import { usePortal } from '#platform/web/boot.ts';
import { useFeatureIntro } from '#modules/plans/web/public.ts';
import { Link } from '#ui/text/Link.tsx';
import { PageHeader } from '#ui/page/PageHeader.tsx';
import { ScreenFailure } from '#ui/page/ScreenFailure.tsx';
import { SkeletonPanel } from '#ui/page/SkeletonPanel.tsx';
import { useDialog } from '#ui/form/useDialog.ts';
import type { ReplyOf } from '#platform/endpoint.ts';
import type { policiesContract } from '../contract.ts';
import type { PolicySummary } from '../entities.ts';
import { policiesPaths } from '../paths.ts';
import { DeleteDraftDialog } from './dialogs/DeleteDraftDialog.tsx';
import { packPdf } from './downloads.ts';
import { GoodToKnow } from './GoodToKnow.tsx';
import { isRefusal, messageOf } from './messages.ts';
import { PolicyTable } from './PolicyTable.tsx';
import { usePolicyList } from './queries.ts';
import { PolicyTabs, SignOffElsewhere, tabPanel, type PolicyTab } from './signOff/PolicyTabs.tsx';
import { TemplateList } from './TemplateList.tsx';

const loadCompany = () => import('./dialogs/CompanyValuesDialog.tsx');
const CompanyValuesDialog = lazy(async () => ({ default: (await loadCompany()).CompanyValuesDialog }));

const SignOffTab = lazy(async () => ({ default: (await import('./signOff/SignOffTab.tsx')).SignOffTab }));

type Dialog = { kind: 'company' } | { kind: 'delete'; policy: PolicySummary };

/** While the list is being loaded, and where it could not be. */
function ListMissing({ list }: { list: ReturnType<typeof usePolicyList> }) {
  const locked = isRefusal(list.error, 'module-inactive');
  if (list.isPending)
    return (
      <div className="stack gap-card">
        <SkeletonPanel lines={5} height={320} label="Loading your policies" />
        <SkeletonPanel lines={8} height={560} label="Loading templates" />
      </div>
    );
  return (
    <ScreenFailure
      title={locked ? 'Security policies are not active' : 'Your policies could not be loaded'}
      kept="Your policies and all their versions are safe."
      plansHref={locked ? planPath : undefined}
      retrying={list.isFetching}
      onRetry={() => void list.refetch()}
    >
      {messageOf(list.error)}
    </ScreenFailure>
  );
}

type ListProps = {
  list: ReplyOf<(typeof policiesContract)['policyList']>;
  onDelete: (policy: PolicySummary, from: HTMLElement | null) => void;
};

const List = ({ list: { data, outOfBoxPolicyList: templates }, onDelete }: ListProps) => (
  <>
    <PolicyTable policies={data} templates={templates} onDelete={onDelete} />
    <TemplateList templates={templates} policies={data} />
    <GoodToKnow templates={templates} />
  </>
);

type PageMenuProps = { hasActive: boolean; onCompany: (from: HTMLElement | null) => void };

function PageMenu({ hasActive, onCompany }: PageMenuProps) {
  const button = useRef<HTMLButtonElement>(null);
  return (
    <Menu onOpen={() => void loadCompany()}>
      <Menu.Target>
        <ActionIcon ref={button} aria-label="More actions">
          <IconDots size={20} stroke={1.5} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {hasActive ? (
          <Menu.Item
            component="a"
            href={packPdf()}
            target="_blank"
            rel="noopener"
            leftSection={<IconDownload size={18} stroke={1.5} aria-hidden />}
          >
            Download policy pack
          </Menu.Item>
        ) : (
          <Menu.Item disabled leftSection={<IconDownload size={18} stroke={1.5} aria-hidden />}>
            Download policy pack
            <span className="block text-small">Once a policy is active</span>
          </Menu.Item>
        )}
        <Menu.Item
          leftSection={<IconBuilding size={18} stroke={1.5} aria-hidden />}
          onClick={() => onCompany(button.current)}
        >
          Company details for all policies
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** Whether the team signs; the plan is known with the page already, so that the tabs do not come late. */
function useSignOffInPlan(known: boolean | undefined): boolean {
  const plan = useQuery<PlanProfile>({
    queryKey: [plansContract.featureUsageProfile.path],
    queryFn: skipToken,
  }).data;
  return known ?? plan?.securityPoliciesSignOff ?? false;
}

/** The organisation's policies, and the templates to make more of (modules.md 2). */
export function PoliciesScreen() {
  const list = usePolicyList();
  const { helpCenter } = usePortal().brand;
  const intro = useFeatureIntro('compliance');
  const dialog = useDialog<Dialog>();
  const policies = list.data?.data ?? [];
  const [params] = useSearchParams();
  const signOff = useSignOffInPlan(list.data?.signOffInPlan);
  const tab: PolicyTab = signOff && params.get('tab') === 'sign-off' ? 'sign-off' : 'policies';
  return (
    <>
      <PageHeader
        title="Security Policies"
        purpose="Agree on the rules that keep your information safe, and show which version was in force on any given day."
        onViewIntro={intro.open}
        helpCenterHref={helpCenter}
        menu={
          !list.isError && (
            <PageMenu
              hasActive={policies.some((one) => one.status === 'Active')}
              onCompany={(from) => dialog.show({ kind: 'company' }, from)}
            />
          )
        }
        action={
          !list.isError &&
          tab === 'policies' && (
            <Button
              component={Link}
              href={policiesPaths.fresh}
              leftSection={<IconPlus size={18} stroke={1.75} aria-hidden />}
            >
              Add Custom Policy
            </Button>
          )
        }
      />
      {signOff && <PolicyTabs current={tab} />}
      {tab === 'sign-off' ? (
        <div {...tabPanel(tab)}>
          <Suspense fallback={<SkeletonPanel lines={8} height={560} label="Loading signatures" />}>
            <SignOffTab />
          </Suspense>
        </div>
      ) : list.data ? (
        <div className="stack gap-card" {...(signOff ? tabPanel(tab) : {})}>
          <List list={list.data} onDelete={(policy, from) => dialog.show({ kind: 'delete', policy }, from)} />
          {!signOff && <SignOffElsewhere />}
        </div>
      ) : (
        <ListMissing list={list} />
      )}
      {dialog.open?.kind === 'delete' && (
        <DeleteDraftDialog policy={dialog.open.policy} onClose={dialog.close} />
      )}
      {dialog.open?.kind === 'company' && (
        <Suspense fallback={null}>
          <CompanyValuesDialog onClose={dialog.close} />
        </Suspense>
      )}
    </>
  );
}

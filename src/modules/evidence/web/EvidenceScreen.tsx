import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { homePath } from '#platform/homePath.ts';
import { BackLink } from '#ui/page/BackLink.tsx';
import { PageHeader } from '#ui/page/PageHeader.tsx';
import { ScreenFailure } from '#ui/page/ScreenFailure.tsx';
import { SkeletonPanel } from '#ui/page/SkeletonPanel.tsx';
import type { Pack } from '../contract.ts';
import { evidencePaths } from '../paths.ts';
import { isAudience } from '../rules.ts';
import { messageOf } from './messages.ts';
import { PackForm } from './PackForm.tsx';
import { PackList } from './PackList.tsx';
import { useMakePack, usePacks } from './queries.ts';

/** The browser saves the file; the page stays. */
function save({ id, name }: Pack): void {
  const link = document.createElement('a');
  link.href = evidencePaths.file(id, name);
  link.download = name;
  link.click();
}

/** Proof of what the company does about security, for others to read: one click makes a PDF of today. */
export function EvidenceScreen() {
  const [asked] = useSearchParams();
  const [page, setPage] = useState(1);
  const packs = usePacks(page);
  const make = useMakePack((pack) => {
    setPage(1);
    save(pack);
  });
  const wanted = asked.get('for');
  return (
    <>
      <PageHeader
        title="Evidence pack"
        purpose="A dated PDF that shows a customer, broker, or insurer what you do about security."
        trail={<BackLink href={homePath}>Dashboard</BackLink>}
      />
      {packs.data ? (
        <div className="grid gap-card">
          <PackForm
            offered={packs.data.offered}
            audience={isAudience(wanted) ? wanted : 'customer'}
            onMake={(wish) => make.mutate(wish)}
            making={make.isPending}
          />
          <PackList packs={packs.data.packs} total={packs.data.total} page={page} onPage={setPage} />
        </div>
      ) : packs.isError ? (
        <ScreenFailure
          title="Evidence packs could not be loaded"
          kept="Every pack that you made is safe."
          retrying={packs.isFetching}
          onRetry={() => void packs.refetch()}
        >
          {messageOf(packs.error)}
        </ScreenFailure>
      ) : (
        <div className="grid gap-card">
          <SkeletonPanel height={420} lines={8} label="Loading the form" />
          <SkeletonPanel height={220} lines={4} label="Loading earlier packs" />
        </div>
      )}
    </>
  );
}

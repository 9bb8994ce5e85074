import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import { KeyValueList } from '#ui/page/KeyValueList.tsx';
import { Panel } from '#ui/page/Panel.tsx';
import { CompanyDialog, type Company } from './CompanyDialog.tsx';

const shown = (text: string) => text || <span className="text-dimmed">Not given</span>;

/** The facts of the company, and the dialog that changes them. */
export function OrganizationPanel({ company, orgId }: { company: Company; orgId: string }) {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const close = () => {
    setOpen(false);
    setTimeout(() => button.current?.focus(), 0);
  };
  return (
    <Panel
      title="Your organization"
      description="We use these details in advice, reports, and emails."
      actions={
        <Button variant="default" ref={button} onClick={() => setOpen(true)}>
          Company update
        </Button>
      }
    >
      <KeyValueList
        items={[
          { key: 'name', label: 'Company name', value: company.companyName },
          { key: 'industry', label: 'Primary industry', value: shown(company.industry.label) },
          { key: 'size', label: 'Number of team members', value: shown(company.numberOfEmployees) },
          { key: 'url', label: 'Primary website address', value: shown(company.companyUrl) },
          { key: 'phone', label: 'Phone', value: shown(company.phone) },
        ].filter((item) => item.key !== 'phone' || company.phone)}
      />
      {open && <CompanyDialog company={company} orgId={orgId} onClose={close} />}
    </Panel>
  );
}

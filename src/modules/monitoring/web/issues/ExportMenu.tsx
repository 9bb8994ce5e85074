import { Button, Menu } from '@mantine/core';
import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs';
import { fileAddress } from '#platform/web/call.ts';
import { monitoringContract } from '../../contract.ts';
import type { IssueFilter } from '../queries.ts';

const formats = [
  { format: 'csv', label: 'CSV, for spreadsheets' },
  { format: 'sarif', label: 'SARIF, for security tools' },
  { format: 'json', label: 'JSON, for programs' },
] as const;
type Format = (typeof formats)[number]['format'];

/** The formats as entries of a menu, each a download. */
export function ExportItems({ address }: { address: (format: Format) => string }) {
  return formats.map(({ format, label }) => (
    <Menu.Item key={format} component="a" href={address(format)} download>
      {label}
    </Menu.Item>
  ));
}

/** The issues of a website as a file, as they are filtered now. */
export function ExportMenu({ targetId, filter }: { targetId: string; filter: IssueFilter }) {
  const { state, severity, confidence, owasp, folder, search, sort } = filter;
  const given = Object.fromEntries(
    Object.entries({ state, severity, confidence, owasp, folder, search: search?.trim(), sort }).filter(
      ([, value]) => value,
    ),
  );
  return (
    <Menu>
      <Menu.Target>
        <Button variant="default" rightSection={<IconChevronDown size={16} stroke={1.75} aria-hidden />}>
          Export
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <ExportItems
          address={(format) => fileAddress(monitoringContract.exportIssues, { ...given, targetId, format })}
        />
      </Menu.Dropdown>
    </Menu>
  );
}

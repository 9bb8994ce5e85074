import { ActionIcon, Button, Menu, Tooltip } from '@mantine/core';
import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs';
import IconHelpCircle from '@tabler/icons-react/dist/esm/icons/IconHelpCircle.mjs';
import { fileAddress } from '#platform/web/call.ts';
import { monitoringContract } from '../../contract.ts';
import type { ScanWire } from '../../entities.ts';
import { reportFileName } from '../../rules.ts';
import { ExportItems } from '../issues/ExportMenu.tsx';

type DownloadReportMenuProps = { scan: ScanWire; targetName: string; companyName: string };

const kinds = [
  { type: 'owasp', label: 'Standard Version (OWASP)' },
  { type: 'pci', label: 'PCI Version' },
] as const;

const help =
  'The Standard Version is for compliance other than PCI. The PCI Version is for businesses that handle card data.';

/** Where the PDF of a completed scan is; its last part names the file. */
export const reportAddress = (
  scan: ScanWire,
  targetName: string,
  companyName: string,
  type: 'owasp' | 'pci',
): string =>
  fileAddress(monitoringContract.getScanReport, {
    targetId: scan.targetId,
    a: reportFileName(companyName, targetName, type, new Date(scan.completeTime ?? scan.startTime)),
    b: scan.scanId,
    c: type,
  });

/** The PDF report of a completed scan, in a new window. */
export function DownloadReportMenu({ scan, targetName, companyName }: DownloadReportMenuProps) {
  return (
    <div className="row flex-wrap gap-1">
      <Menu>
        <Menu.Target>
          <Button variant="default" rightSection={<IconChevronDown size={16} stroke={1.75} aria-hidden />}>
            Download Report
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {kinds.map(({ type, label }) => (
            <Menu.Item
              key={type}
              component="a"
              target="_blank"
              rel="noopener"
              href={reportAddress(scan, targetName, companyName, type)}
            >
              {label}
            </Menu.Item>
          ))}
          <Menu.Divider />
          <ExportItems
            address={(format) => fileAddress(monitoringContract.exportScan, { scanId: scan.scanId, format })}
          />
        </Menu.Dropdown>
      </Menu>
      <Tooltip label={help}>
        <ActionIcon aria-label="About the two versions">
          <IconHelpCircle size={20} stroke={1.5} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </div>
  );
}

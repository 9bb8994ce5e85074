import { Button } from '@mantine/core';
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs';
import IconFileSpreadsheet from '@tabler/icons-react/dist/esm/icons/IconFileSpreadsheet.mjs';
import { mostRowsOfList } from '../../contract.ts';
import shared from '../Training.module.css';
import { number } from '../words.ts';
import classes from './Enrol.module.css';
import { FileDrop } from './FileDrop.tsx';
import { saveTemplate } from './listTemplate.ts';

export function FilePick({ onFile }: { onFile: (file: File) => void }) {
  return (
    <>
      <FileDrop
        icon={<IconFileSpreadsheet size={36} stroke={1.25} aria-hidden />}
        words="Drop your list here, or"
        hint={<>CSV or Excel (XLSX), up to {number(mostRowsOfList)} people</>}
        label="List of people"
        accept=".csv,.txt,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
        onFile={onFile}
      />
      <div className={`${classes.columns} grid items-center gap-4`}>
        <p className={shared.quiet}>
          The first line names the columns: <strong>First name</strong>, <strong>Last name</strong>,{' '}
          <strong>Email</strong>, and if you like <strong>Department</strong> and <strong>Start month</strong>
          . You see every row before anything is saved.
        </p>
        <Button
          variant="default"
          leftSection={<IconDownload size={18} stroke={1.5} aria-hidden />}
          onClick={saveTemplate}
        >
          Download template
        </Button>
      </div>
    </>
  );
}

import { Button, FileButton, Input } from '@mantine/core';
import IconUpload from '@tabler/icons-react/dist/esm/icons/IconUpload.mjs';
import { useState } from 'react';
import { call } from '#platform/web/call.ts';
import { staffCatalogContract } from '../../catalogContract.ts';
import { messageOf } from '../messages.ts';
import type { PreviewLogo } from './BrandPreview.tsx';
import classes from './Catalog.module.css';
import { fieldErrors } from './queries.ts';

const mostBytes = 64 * 1024;

/** An address of a drawing that was not sent yet. As a picture it can run nothing. */
const localAddress = (svg: string): string => `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;

/** Takes an SVG file, has it checked at once, and shows it. */
export function DrawingField({
  label,
  description,
  shown,
  onDark = false,
  error,
  onTake,
  onClear,
}: {
  label: string;
  description: string;
  shown: PreviewLogo | null;
  onDark?: boolean;
  error: string | undefined;
  onTake: (svg: string, logo: PreviewLogo) => void;
  /** Absent where it cannot be left out. */
  onClear?: (() => void) | undefined;
}) {
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const take = async (file: File | null) => {
    if (!file) return;
    setProblem('');
    if (file.size > mostBytes) return setProblem('Is larger than 64 kB.');
    setBusy(true);
    try {
      const svg = await file.text();
      const { data } = await call(staffCatalogContract.checkDrawing, { svg });
      onTake(svg, { address: localAddress(svg), ...data });
    } catch (failure) {
      setProblem(fieldErrors(failure)['svg'] ?? messageOf(failure));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Input.Wrapper label={label} description={description} error={problem || error} labelElement="div">
      <div className="grid gap-2 mt-2">
        <div
          className={`${classes.ground} grid place-items-center border rounded`}
          data-dark={onDark || undefined}
        >
          {shown ? (
            <img src={shown.address} alt={label} className={`${classes.logo} min-h-8`} />
          ) : (
            <span className={classes.none}>None yet</span>
          )}
        </div>
        <div className="flex flex-wrap gap-2">
          <FileButton accept=".svg,image/svg+xml" onChange={(file) => void take(file)}>
            {(props) => (
              <Button
                {...props}
                size="sm"
                variant="default"
                loading={busy}
                aria-label={`Choose an SVG file: ${label}`}
                leftSection={<IconUpload size={16} stroke={1.75} aria-hidden />}
              >
                Choose an SVG file
              </Button>
            )}
          </FileButton>
          {onClear && (
            <Button size="sm" variant="subtle" onClick={onClear}>
              Use the light one
            </Button>
          )}
        </div>
      </div>
    </Input.Wrapper>
  );
}

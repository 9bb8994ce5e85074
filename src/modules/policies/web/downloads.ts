import { fileAddress } from '#platform/web/call.ts';
import { policiesContract } from '../contract.ts';

const plain = (name: string) => name.replace(/[^a-z0-9]+/gi, '_').replace(/^_+|(?<!_)_+$/g, '') || 'Policy';

/** Address of a version's PDF. The server names the file itself; the address reads well too. */
export const policyPdf = ({ id, name, version }: { id: string; name: string; version: number }): string =>
  fileAddress(policiesContract.policyDownload, { id, version, file: `${plain(name)}_v${version}.pdf` });

export const packPdf = (): string =>
  fileAddress(policiesContract.policyPack, { file: 'Security_policies.pdf' });

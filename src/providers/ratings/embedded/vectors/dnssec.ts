import { notMeasured } from '../finding.ts';
import type { Probe } from '../look.ts';

export const dnssec: Probe = async () => notMeasured('pending');

/** The domains that an organization proved to be its own, and what it publishes for that. */
export { deleteProof, provedDomains, saveMiss, saveProof, selectOwnership } from './proofs.store.ts';
export { tokenOf } from './token.ts';

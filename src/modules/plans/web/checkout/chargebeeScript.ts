import type ChargebeeScript from '@chargebee/chargebee-js-types';

/** Chargebee's script, once it is there. */
export type ChargebeeInstance = ReturnType<ChargebeeScript['init']>;

/** What the portal says about the site at Chargebee. */
export type ChargebeeSite = { scriptUrl: string | null; site: string; publishableKey: string };

const patienceMs = 20_000;

function loadScript(src: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    const fail = (why: string) => {
      clearTimeout(timer);
      script.remove();
      reject(new Error(`${src} ${why}`));
    };
    const timer = setTimeout(() => fail('did not come in time'), patienceMs);
    script.async = true;
    script.src = src;
    script.addEventListener('load', () => {
      clearTimeout(timer);
      resolve();
    });
    script.addEventListener('error', () => fail('could not be loaded'));
    document.head.append(script);
  });
}

let instance: Promise<ChargebeeInstance> | null = null;

async function start({ scriptUrl, site, publishableKey }: ChargebeeSite): Promise<ChargebeeInstance> {
  if (!scriptUrl) throw new Error('no script is configured');
  await loadScript(scriptUrl);
  const chargebee = Reflect.get(globalThis, 'Chargebee') as ChargebeeScript | undefined;
  if (!chargebee) throw new Error(`${scriptUrl} brought no Chargebee`);
  const cspNonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content;
  return chargebee.init({
    site,
    ...(publishableKey ? { publishableKey } : {}),
    ...(cspNonce ? { cspNonce } : {}),
    isItemsModel: true,
    // a window of its own could not report back: our pages are isolated from windows of others
    iframeOnly: true,
  });
}

/** Chargebee's script, loaded and started at the first call; a failed load is tried anew at the next. */
export function chargebeeOf(facts: ChargebeeSite): Promise<ChargebeeInstance> {
  instance ??= start(facts).catch((error: unknown) => {
    instance = null;
    throw error;
  });
  return instance;
}

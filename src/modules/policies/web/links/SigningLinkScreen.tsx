import { useState } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { policiesPaths } from '../../paths.ts';
import { LinkFailed, LinkLoading } from './LinkFailed.tsx';
import { LinkPage } from '#platform/web/LinkPage.tsx';
import { deadLink } from './messages.ts';
import { useSigning } from './queries.ts';
import { SigningList } from './SigningList.tsx';
import { SigningText } from './SigningText.tsx';

/** What somebody is asked to sign: the list, or one policy of it. Each is an address, so going back and reloading work. */
export function SigningLinkScreen() {
  const { token = '' } = useParams();
  const [params] = useSearchParams();
  // once typed it is offered for the next policy; never kept
  const [name, setName] = useState('');
  const found = useSigning(token);
  const home = policiesPaths.signing(token);
  if (found.isPending) return <LinkLoading home={home} label="Opening your policies" />;
  if (!found.data || deadLink(found.error))
    return (
      <LinkFailed
        kind="signing"
        home={home}
        error={found.error}
        retrying={found.isFetching}
        onRetry={() => void found.refetch()}
      />
    );
  const policy = found.data.policies.find(({ id }) => id === params.get('policy'));
  return (
    <LinkPage home={home} narrow>
      {policy ? (
        <SigningText
          key={policy.id}
          token={token}
          signing={found.data}
          policy={policy}
          name={name}
          onName={setName}
        />
      ) : (
        <SigningList key="list" token={token} signing={found.data} />
      )}
    </LinkPage>
  );
}

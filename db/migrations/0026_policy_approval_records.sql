-- Who wrote an approval down: an administrator may name somebody who approved on paper.
alter table policy_version add column recorded_by text not null default '';
alter table policy_version add column recorded_by_email text not null default '';

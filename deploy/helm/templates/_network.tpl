{{/* Name servers and the database. */}}
{{- define "portal.egressBasics" -}}
{{- $policy := .Values.networkPolicy -}}
- to:
    {{- toYaml $policy.dns | nindent 4 }}
  ports:
    - { port: 53, protocol: UDP }
    - { port: 53, protocol: TCP }
- ports:
    - { port: {{ $policy.databasePort }}, protocol: TCP }
  {{- with $policy.database }}
  to:
    {{- toYaml . | nindent 4 }}
  {{- end }}
{{- end }}

{{/* Every address that is not private. */}}
{{- define "portal.internet" -}}
- ipBlock:
    cidr: 0.0.0.0/0
    except:
      {{- toYaml .Values.networkPolicy.privateNetworks.ipv4 | nindent 6 }}
- ipBlock:
    cidr: ::/0
    except:
      {{- toYaml .Values.networkPolicy.privateNetworks.ipv6 | nindent 6 }}
{{- end }}

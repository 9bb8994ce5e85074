{{- define "portal.name" -}}
{{- if contains .Chart.Name .Release.Name -}}
{{ .Release.Name | trunc 40 | trimSuffix "-" }}
{{- else -}}
{{ printf "%s-%s" .Release.Name .Chart.Name | trunc 40 | trimSuffix "-" }}
{{- end -}}
{{- end -}}

{{/* Takes a dictionary of root and component. */}}
{{- define "portal.selectorLabels" -}}
app.kubernetes.io/name: {{ .root.Chart.Name }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .component }}
{{- end -}}

{{- define "portal.labels" -}}
{{ include "portal.selectorLabels" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version }}
{{- end -}}

{{- define "portal.image" -}}
{{- with .Values.image -}}
{{- if .digest -}}
{{ .repository }}@{{ .digest }}
{{- else -}}
{{ .repository }}:{{ .tag | default $.Chart.AppVersion }}
{{- end -}}
{{- end -}}
{{- end -}}

{{/* What cannot work is refused with a sentence. */}}
{{- define "portal.requireValues" -}}
{{- if not (hasPrefix "https://" .Values.publicUrl) -}}
{{- fail "Set publicUrl to the https:// address at which people reach the portal." -}}
{{- end -}}
{{- if not .Values.existingSecret -}}
{{- fail "Set existingSecret to the name of a Secret with DATABASE_URL, SECRET_KEY and SMTP_URL." -}}
{{- end -}}
{{- if not (or .Values.env.S3_BUCKET .Values.data.existingClaim) -}}
{{- fail "Set env.S3_BUCKET, or data.existingClaim to a claim that every pod can mount: servers and workers share files." -}}
{{- end -}}
{{- if le (int .Values.server.terminationGracePeriodSeconds) (add 30 (int .Values.server.preStopSeconds) | int) -}}
{{- fail "Set server.terminationGracePeriodSeconds to more than server.preStopSeconds and the 30 seconds in which a server finishes its calls." -}}
{{- end -}}
{{- if and .Values.server.autoscaling.enabled (gt (int .Values.server.autoscaling.minReplicas) (int .Values.server.autoscaling.maxReplicas)) -}}
{{- fail "Set server.autoscaling.minReplicas to at most maxReplicas." -}}
{{- end -}}
{{- end -}}

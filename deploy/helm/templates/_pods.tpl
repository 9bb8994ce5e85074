{{/* What every pod has. Takes a dictionary of root, seccomp and the pod's own values. */}}
{{- define "portal.podBasics" -}}
{{- with .root.Values.image.pullSecrets }}
imagePullSecrets:
  {{- range . }}
  - name: {{ . }}
  {{- end }}
{{- end }}
automountServiceAccountToken: false
# Kubernetes would set WORKER_PORT and others of our names for services.
enableServiceLinks: false
securityContext:
  runAsNonRoot: true
  runAsUser: 10001
  runAsGroup: 10001
  fsGroup: 10001
  fsGroupChangePolicy: OnRootMismatch
  seccompProfile:
    {{- if .seccomp }}
    type: Localhost
    localhostProfile: {{ .seccomp }}
    {{- else }}
    type: RuntimeDefault
    {{- end }}
{{- end -}}

{{- define "portal.containerSecurity" -}}
allowPrivilegeEscalation: false
privileged: false
readOnlyRootFilesystem: true
capabilities:
  drop: [ALL]
{{- end -}}

{{/* Settings of one program. Takes a dictionary of root and own, a map of those that only it has. */}}
{{- define "portal.env" -}}
{{- $chart := dict "PUBLIC_URL" .root.Values.publicUrl "TRUST_PROXY" .root.Values.trustProxy -}}
{{- $chart = merge $chart .own -}}
{{- range $name := keys .root.Values.env }}
{{- if hasKey $chart $name }}
{{- fail (printf "The chart sets %s itself: leave it out of env." $name) }}
{{- end }}
{{- end }}
{{- range $name, $value := merge $chart .root.Values.env (dict "ENVIRONMENT_NAME" "production") }}
- name: {{ $name }}
  value: {{ toString $value | quote }}
{{- end }}
{{- end -}}

{{- define "portal.volumes" -}}
- name: tmp
  emptyDir:
    sizeLimit: {{ .tmpSize }}
- name: data
  {{- if .root.Values.data.existingClaim }}
  persistentVolumeClaim:
    claimName: {{ .root.Values.data.existingClaim }}
  {{- else }}
  emptyDir:
    sizeLimit: 64Mi
  {{- end }}
{{- with .root.Values.extraVolumes }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{- define "portal.volumeMounts" -}}
- name: tmp
  mountPath: /tmp
- name: data
  mountPath: /data
{{- with .Values.extraVolumeMounts }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{/* Where pods run. Takes a dictionary of root, component and own values. */}}
{{- define "portal.placement" -}}
topologySpreadConstraints:
  {{- range $key := list "topology.kubernetes.io/zone" "kubernetes.io/hostname" }}
  - maxSkew: 1
    topologyKey: {{ $key }}
    whenUnsatisfiable: ScheduleAnyway
    labelSelector:
      matchLabels:
        {{- include "portal.selectorLabels" $ | nindent 8 }}
  {{- end }}
{{- with .own.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .own.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .own.affinity }}
affinity:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .own.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- end -}}

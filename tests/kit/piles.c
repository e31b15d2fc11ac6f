/* The kit: sets of cards, piles, pools and the secret's streams. */
#include "rules/kit/pile.h"
#include "rules/kit/pool.h"

#include <criterion/criterion.h>
#include <string.h>

static const uint8_t secret[RULES_SECRET_SIZE] =
    "a secret of thirty-two bytes...";

static struct secret_stream stream_of_test(void)
{
    struct secret_stream stream;

    secret_stream_begin(&stream, secret);
    return stream;
}

/* A pile with room for 16 cards. */
struct stack {
    uint8_t item[16], count;
};

static struct pile pile_of(struct stack *deck)
{
    return (struct pile){deck->item, &deck->count};
}

static struct card_set set_of(const uint8_t *cards, size_t count)
{
    struct card_set set = {{0}};

    set_add_list(&set, cards, count);
    return set;
}

#define SET(...)                                                               \
    set_of((const uint8_t[]){__VA_ARGS__},                                     \
           sizeof((const uint8_t[]){__VA_ARGS__}))

/* Whether a list has exactly the cards of a set. */
static bool has_all(const uint8_t *cards, size_t count, struct card_set set)
{
    const struct card_set there = set_of(cards, count);

    return count == (size_t)set_count(&set) &&
           memcmp(&there, &set, sizeof set) == 0;
}

/* ---- sets ---- */

Test(card_set, lists_its_cards_by_number)
{
    const struct card_set set = SET(255, 1, 64, 63, 128, 200);
    const int expected[] = {1, 63, 64, 128, 200, 255, 0};
    int card = 0;

    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        card = set_next(&set, card);
        cr_expect_eq(card, expected[i]);
    }
    cr_expect_eq(set_count(&set), 6);
    cr_expect(set_has(&set, 128));
    cr_expect_not(set_has(&set, 129));
    cr_expect_eq(set_next(&set, 255), 0, "no card is above the last");
}

Test(card_set, does_not_list_the_number_0)
{
    const struct card_set set = SET(0, 5);

    cr_expect_eq(set_next(&set, 0), 5);
}

Test(card_set, adds_and_removes_lists_and_sets)
{
    struct card_set set = SET(1, 2, 3, 100);
    const struct card_set other = SET(2, 100, 250);

    set_remove_set(&set, &other);
    cr_expect(has_all((const uint8_t[]){1, 3}, 2, set));
    set_add_set(&set, &other);
    cr_expect(has_all((const uint8_t[]){1, 2, 3, 100, 250}, 5, set));
    set_remove_list(&set, (const uint8_t[]){1, 250, 7}, 3);
    cr_expect(has_all((const uint8_t[]){2, 3, 100}, 3, set));
    set_remove(&set, 2);
    set_add(&set, 4);
    cr_expect(has_all((const uint8_t[]){3, 4, 100}, 3, set));
}

/* ---- streams ---- */

Test(secret_stream, every_event_uses_another_stream)
{
    struct secret_stream s = stream_of_test();
    struct random first = secret_stream_open(&s);
    struct random second = secret_stream_open(&s);
    struct random expected;

    cr_expect_eq(s.next, 2);
    random_init(&expected, secret, 0);
    cr_expect_eq(random_u32(&first), random_u32(&expected));
    random_init(&expected, secret, 1);
    cr_expect_eq(random_u32(&second), random_u32(&expected));
}

Test(secret_stream, a_document_can_hold_the_number_of_every_stream)
{
    struct secret_stream s = stream_of_test();

    s.next = INT64_MAX;
    (void)secret_stream_open(&s);
    cr_expect_eq(s.next, 0);
}

Test(secret_stream, numbers_are_dealt_in_random_order)
{
    struct secret_stream s = stream_of_test();
    uint8_t first[8], second[8];

    secret_stream_deal(&s, first, 11, 8);
    secret_stream_deal(&s, second, 11, 8);

    cr_expect(has_all(first, 8, SET(11, 12, 13, 14, 15, 16, 17, 18)));
    cr_expect(has_all(second, 8, SET(11, 12, 13, 14, 15, 16, 17, 18)));
    cr_expect(memcmp(first, second, sizeof first));
    cr_expect_eq(s.next, 2);
}

Test(secret_stream, every_card_of_a_set_can_be_picked)
{
    const struct card_set set = SET(3, 70, 200);
    struct secret_stream s = stream_of_test();
    struct card_set picked = {{0}};

    for (int i = 0; i < 50; i++)
        set_add(&picked, secret_stream_pick(&s, &set));

    cr_expect(memcmp(&picked, &set, sizeof set) == 0);
    cr_expect_eq(s.next, 50);
}

Test(secret_stream, resampling_replaces_the_secret)
{
    struct secret_stream s = stream_of_test(), again = s;
    struct random random;

    (void)secret_stream_open(&s);
    random_init(&random, secret, 7);
    secret_stream_resample(&s, &random);
    random_init(&random, secret, 7);
    secret_stream_resample(&again, &random);

    cr_expect(memcmp(s.secret, secret, sizeof secret));
    cr_expect(memcmp(&s, &again, sizeof s) == 0,
              "the result does not depend on what was hidden before");
}

Test(secret_stream, reads_what_it_writes)
{
    struct secret_stream s = stream_of_test(), back = {0};
    struct source_text_node nodes[16];
    struct source_text source;
    struct sink_text sink;
    struct reader r = {.source = &source.source};
    char text[256];

    s.next = 41;
    sink_text_init(&sink, text, sizeof text);
    sink_object(&sink.sink, "hidden");
    secret_stream_view(&s, &sink.sink);
    sink_close(&sink.sink);
    cr_assert(source_text_init(&source, text, nodes, 16));
    secret_stream_read(&back, &r, reader_member(&r, 0, "hidden"));

    cr_expect_not(r.bad);
    cr_expect(memcmp(&s, &back, sizeof s) == 0);
}

Test(secret_stream, a_position_may_leave_it_out)
{
    struct secret_stream s = {.next = 3};
    struct source_text_node nodes[16];
    struct source_text source;
    struct reader r = {.source = &source.source};
    char text[] = "round 1\n";

    cr_assert(source_text_init(&source, text, nodes, 16));
    secret_stream_read(&s, &r, reader_find(&r, 0, "hidden"));

    cr_expect_not(r.bad);
    cr_expect_eq(s.next, 0);
}

/* ---- piles ---- */

Test(pile, is_filled_with_numbers_and_shuffled)
{
    struct secret_stream s = stream_of_test(), same = s;
    struct stack deck = {{0}, 0};
    uint8_t expected[6];

    pile_fill(pile_of(&deck), 5, 6, &s);
    secret_stream_deal(&same, expected, 5, 6);

    cr_expect_eq(deck.count, 6);
    cr_expect(memcmp(deck.item, expected, 6) == 0);
    cr_expect_eq(deck.item[6], 0);
}

Test(pile, the_top_is_the_last_and_what_was_drawn_is_gone)
{
    struct stack deck = {{7, 8, 9}, 3};

    cr_expect_eq(pile_draw(pile_of(&deck)), 9);
    cr_expect_eq(pile_draw(pile_of(&deck)), 8);
    cr_expect(memcmp(deck.item, (const uint8_t[16]){7}, 16) == 0,
              "no byte of the state remembers the cards that were drawn");
    cr_expect_eq(pile_draw(pile_of(&deck)), 7);
    cr_expect_eq(pile_draw(pile_of(&deck)), 0, "an empty pile has no top");
    cr_expect_eq(deck.count, 0);
}

Test(pile, a_card_put_under_it_is_drawn_last)
{
    struct stack deck = {{7, 8}, 2};

    pile_put_under(pile_of(&deck), 3);
    cr_expect_eq(deck.count, 3);
    cr_expect_eq(pile_draw(pile_of(&deck)), 8);
    cr_expect_eq(pile_draw(pile_of(&deck)), 7);
    cr_expect_eq(pile_draw(pile_of(&deck)), 3);
}

Test(pile, is_refilled_from_the_discards_without_regard_to_their_order)
{
    struct secret_stream s = stream_of_test(), other = s;
    struct card_set discards = SET(1, 2, 3, 4, 5, 6);
    struct card_set reversed = SET(6, 5, 4, 3, 2, 1);
    struct stack deck = {{0}, 0}, again = {{0}, 0};

    cr_expect(pile_refill(pile_of(&deck), &discards, &s));
    cr_expect(pile_refill(pile_of(&again), &reversed, &other));

    cr_expect(has_all(deck.item, deck.count, SET(1, 2, 3, 4, 5, 6)));
    cr_expect(memcmp(&deck, &again, sizeof deck) == 0);
    cr_expect(memcmp(deck.item, (const uint8_t[]){1, 2, 3, 4, 5, 6}, 6),
              "it is shuffled");
    cr_expect_eq(set_count(&discards), 0);
}

Test(pile, without_discards_stays_empty_and_uses_no_stream)
{
    struct secret_stream s = stream_of_test();
    struct card_set discards = {{0}};
    struct stack deck = {{0}, 0};

    cr_expect_not(pile_refill(pile_of(&deck), &discards, &s));
    cr_expect_eq(deck.count, 0);
    cr_expect_eq(s.next, 0);
}

/* ---- pools ---- */

Test(pool, deals_each_card_once)
{
    struct pool pool = {.count = 0};
    const struct card_set cards = SET(4, 90, 30, 200, 7);
    struct card_set hand = {{0}};
    struct random random;
    uint8_t list[2];

    random_init(&random, secret, 0);
    pool_take_set(&pool, &cards);
    pool_take(&pool, 1);
    cr_expect_eq(pool_left(&pool), 6);
    pool_shuffle(&pool, &random);
    pool_deal_list(&pool, list, 2);
    pool_deal_set(&pool, &hand, 3);
    cr_expect_eq(pool_left(&pool), 1);
    set_add_list(&hand, list, 2);
    set_add(&hand, pool_deal(&pool));

    cr_expect_eq(pool_left(&pool), 0);
    cr_expect(has_all((const uint8_t[]){1, 4, 7, 30, 90, 200}, 6, hand));
}

Test(pool, its_order_depends_on_the_cards_and_the_stream_only)
{
    struct pool one = {.count = 0}, two = {.count = 0};
    const struct card_set cards = SET(4, 90, 30, 200, 7);
    const struct card_set same = SET(7, 200, 30, 4, 90);
    struct random random;

    pool_take_set(&one, &cards);
    pool_take_set(&two, &same);
    random_init(&random, secret, 5);
    pool_shuffle(&one, &random);
    random_init(&random, secret, 5);
    pool_shuffle(&two, &random);

    cr_expect(memcmp(one.item, two.item, 5) == 0);
    cr_expect(memcmp(one.item, (const uint8_t[]){4, 7, 30, 90, 200}, 5));
}

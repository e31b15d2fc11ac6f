/* The handlers of all routes; each resource has a file of its own. */
#ifndef API_HANDLERS_H
#define API_HANDLERS_H

#include "api/http/request/request.h"

/* meta.c, docs.c, problem_pages.c, web.c */
enum handled front_get(struct request *request);
enum handled web_file_get(struct request *request);
enum handled docs_get(struct request *request);
enum handled docs_file_get(struct request *request);
enum handled openapi_get(struct request *request);
enum handled openapi_json_get(struct request *request);
enum handled config_get(struct request *request);
enum handled problems_get(struct request *request);
enum handled problem_get(struct request *request);

/* accounts.c, export.c, sessions.c, tokens.c, players.c */
enum handled account_post(struct request *request);
enum handled me_get(struct request *request);
enum handled me_patch(struct request *request);
enum handled me_delete(struct request *request);
enum handled export_get(struct request *request);
enum handled tokens_get(struct request *request);
enum handled tokens_post(struct request *request);
enum handled token_delete(struct request *request);
enum handled guest_post(struct request *request);
enum handled session_post(struct request *request);
enum handled session_delete(struct request *request);
enum handled player_get(struct request *request);

/* leaderboards.c, ratings.c, statistics.c */
enum handled leaderboard_get(struct request *request);
enum handled seasons_get(struct request *request);
enum handled player_ratings_get(struct request *request);
enum handled rating_history_get(struct request *request);
enum handled player_statistics_get(struct request *request);

/* games.c */
enum handled games_get(struct request *request);
enum handled game_get(struct request *request);
enum handled components_get(struct request *request);
enum handled phrases_get(struct request *request);

/* matches.c, match_list.c, seats.c */
enum handled matches_post(struct request *request);
enum handled matches_get(struct request *request);
enum handled player_matches_get(struct request *request);
enum handled match_get_one(struct request *request);
enum handled seats_post(struct request *request);
enum handled seat_delete(struct request *request);

/* state.c, legal_moves.c, preview.c, moves.c, claims.c, votes.c, events.c,
 * position.c, record.c, verify.c */
enum handled state_get(struct request *request);
enum handled legal_moves_get(struct request *request);
enum handled preview_post(struct request *request);
enum handled moves_post(struct request *request);
enum handled undo_post(struct request *request);
enum handled resignation_post(struct request *request);
enum handled claims_post(struct request *request);
enum handled votes_post(struct request *request);
enum handled abort_post(struct request *request);
enum handled events_get(struct request *request);
enum handled position_get(struct request *request);
enum handled record_get(struct request *request);
enum handled verify_post(struct request *request);

/* bots.c, challenges.c */
enum handled my_bot_get(struct request *request);
enum handled my_bot_put(struct request *request);
enum handled my_bot_delete(struct request *request);
enum handled bots_get(struct request *request);
enum handled challenges_post(struct request *request);
enum handled challenges_get(struct request *request);
enum handled challenge_get(struct request *request);
enum handled challenge_delete(struct request *request);
enum handled challenge_answers_post(struct request *request);

/* blocks.c */
enum handled blocks_get(struct request *request);
enum handled block_put_one(struct request *request);
enum handled block_delete(struct request *request);

/* queue.c */
enum handled queue_entry_put(struct request *request);
enum handled queue_entry_get(struct request *request);
enum handled queue_entry_delete(struct request *request);

/* vacation.c */
enum handled vacation_get(struct request *request);
enum handled vacation_put(struct request *request);
enum handled vacation_delete(struct request *request);

/* my_events.c, stream_tickets.c */
enum handled my_events_get(struct request *request);
enum handled stream_ticket_post(struct request *request);

#endif

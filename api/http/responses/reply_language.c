/* The language of the texts in a response. */
#include "api/http/responses/reply_language.h"

#include "api/http/request/accept_header.h"

const char *const language_tags[LANGUAGES] = {
    [LANGUAGE_EN] = "en",
    [LANGUAGE_DE] = "de",
};

void request_choose_language(struct request *request)
{
    const char *header = request_header(request, "Accept-Language");
    const bool is_german = accept_language(header, "en, de")[0] == 'd';

    request->language = is_german ? LANGUAGE_DE : LANGUAGE_EN;
}

void reply_language(struct request *request)
{
    reply_header_text(request, "Content-Language",
                      language_tags[request->language]);
    reply_vary(request, "Accept-Language");
}

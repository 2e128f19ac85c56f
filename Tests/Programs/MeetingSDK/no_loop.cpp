// A client that never runs GLib's main context: no event arrives, and the library says so once.
#include "client.h"

int main() {
    Client client;
    client.initialise();
    AuthContext context;
    context.jwt_token = T("token");
    EXPECT_CODE(client.authentication->SDKAuth(context), SDKERR_SUCCESS);
    g_usleep(5 * G_USEC_PER_SEC);
    EXPECT_CODE(client.authenticated, AUTHRET_NONE);
    return 0;
}

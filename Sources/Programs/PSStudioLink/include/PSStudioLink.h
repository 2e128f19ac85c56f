// Empty, see PSStudioLink.c.

"""The program itself as the app under test: it needs no compiler."""

PROGRAM = ["psstudio", "start", "--quiet", "--duration", "2s", "--width", "64", "--height", "36", "--out", "null:"]


def test_the_program_sends(studio):
    app = studio.run(PROGRAM)
    app.session.wait_for(lambda state: state.video.accepted > 30)
    assert app.wait(10).app_exit_code == 0

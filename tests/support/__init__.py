"""What the tests share: recordings, a server in front of them, and the checks that every result passes."""

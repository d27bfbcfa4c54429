"""The round: `rounds` plays its steps, which the other files hold one by one."""

"""What is a club: people who play together, with roles, news, and tables and contests of their own?"""
